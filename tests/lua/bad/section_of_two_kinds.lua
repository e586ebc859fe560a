-- expect: 1 5: run:section: only one of 'at' or 'probe' may be given, got 'at' and 'probe'
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ at = "impacts", probe = "block.ux", probes = { "block.ux" } }
