-- expect: 1 5: run:section: 'gap' is only valid with at = "impacts"
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ period = 1e-3, gap = "walls", probes = { "block.ux" } }
