-- expect: 1 5: run:section: one of 'period', 'at' and 'probe' must be given
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux" } } })
run:section{ probes = { "block.ux" } }
