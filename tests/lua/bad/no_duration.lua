-- expect: 1 4: run: 'duration' is required (number, s)
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-5 })
