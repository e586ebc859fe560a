-- expect: 1 5: run:statistics: 'from' must be in [0, 0.01], the time of the run, got -1
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:statistics{ period = 1e-3, from = -1 }
