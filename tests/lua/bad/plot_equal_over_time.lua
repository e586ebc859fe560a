-- expect: 1 5: run:plot: 'equal' is only valid with 'x' and 'y', not with 'probes'
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:plot{ probes = { "block.ux" }, equal = true, file = "x.png" }
