-- expect: 1 5: run:plot: 'x' and 'y' must be given together, got only 'x'
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:plot{ x = "block.ux", file = "x.png" }
