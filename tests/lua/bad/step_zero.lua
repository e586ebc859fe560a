-- expect: 1 4: run: 'step' must be positive, got 0
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 0, duration = 1 })
