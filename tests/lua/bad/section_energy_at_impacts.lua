-- expect: 1 5: run:section: 'energy.kinetic' is not known at impacts: energies are evaluated at records only
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ at = "impacts", probes = { "energy.kinetic" } }
