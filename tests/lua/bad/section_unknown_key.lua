-- expect: 1 5: run:section: unknown key 'raising'; known are probes, period, phase, from, to, at, gap, side, after, probe, value, direction, tolerance
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ probe = "block.ux", raising = true, probes = { "block.ux" } }
