-- expect: 1 5: section:plot: 'block.ux_velocity' is not a column of the section; did you mean 'block.ux'?
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ period = 1e-3, probes = { "block.ux" } }:plot{ x = "block.ux", y = "block.ux_velocity", file = "x.png" }
