-- expect: 1 5: run:statistics: 'window' must fit at least once and at most ten million times between 'from' and 'to', 0.01 s apart, got 3 periods of 0.004 s
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux", "block.ux_velocity", "energy.kinetic" } } })
run:statistics{ period = 4e-3, window = 3, probes = { "block.ux" } }
