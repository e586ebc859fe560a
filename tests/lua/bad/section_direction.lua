-- expect: 1 5: run:section: 'direction' must be 'rising', 'falling' or 'both', got 'up'
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ probe = "block.ux", direction = "up", probes = { "block.ux" } }
