-- expect: 1 5: run:impacts: there is no gap 'stop'; the model has no gaps
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2 })
run:impacts "stop"
