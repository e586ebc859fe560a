-- expect: 1 5: section:csv: 'file' must end in .csv, got 'x.txt'
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:section{ period = 1e-3, probes = { "block.ux" } }:csv "x.txt"
