-- expect: 1 5: run:section: 'phase' is only valid with 'period' alone
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ period = 1e-3, phase = 0.2, probe = "block.ux", probes = { "block.ux" } }
