-- expect: 1 5: run:plot: 'circle' needs two probes of one unit, got block.ux [m] and block.ux_velocity [m/s]
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:plot{ x = "block.ux", y = "block.ux_velocity", circle = 1e-3, file = "x.png" }
