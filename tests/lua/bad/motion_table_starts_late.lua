-- expect: 1 5: signal.table must cover the run from 0 s on, got 0.001 to 1 s; outside = 'hold' or 'zero' extends the table
local jounce, block = require "jounce", require "support.block"
local model = block()
model:point{ name = "wall", at = { 1, 0, 0 }, mass = 1 }
model:prescribe{ nodes = { "wall" }, dof = "ux", motion = jounce.signal.table{ times = { 1e-3, 1 }, values = { 0, 0.1 } } }
jounce.run(model, { step = 1e-4, duration = 1e-2, output = "never" })
