-- expect: 1 5: run:section: 'to' must be in [0, 0.01], the time recorded, got 0.02
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ period = 1e-3, to = 0.02, probes = { "block.ux" } }
