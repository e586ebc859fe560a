-- expect: 1 4: run: 'step' must be at most the 'duration', 0.01 s, got 0.1
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 0.1, duration = 1e-2, output = "never" })
