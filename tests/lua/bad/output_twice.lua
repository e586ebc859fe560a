-- expect: 1 6: run: 'output' must be a different folder for each call, got ...
local jounce, block = require "jounce", require "support.block"
local model = block()
local options = { step = 1e-4, duration = 1e-2, output = "twice" }
jounce.run(model, options)
jounce.run(model, options)
