-- expect: 1 5: run:plot: 'from' must be before 'to', got 0.005 and 0.004
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:plot{ probes = { "block.ux" }, from = 5e-3, to = 4e-3, file = "x.png" }
