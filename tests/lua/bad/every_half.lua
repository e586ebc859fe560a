-- expect: 1 4: run.record: 'every' must be a whole number, got 2.5
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-4, duration = 1e-2, record = { every = 2.5, probes = { "block.ux" } } })
