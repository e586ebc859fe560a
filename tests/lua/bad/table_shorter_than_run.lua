-- expect: 1 4: signal.table must cover the run from 0 to 0.01 s, got 0 to 0.005 s; outside = 'hold' or 'zero' extends the table
local jounce, block = require "jounce", require "support.block"
local model = block()
model:load{ nodes = { "block" }, direction = { 1, 0, 0 }, force = jounce.signal.table{ times = { 0, 5e-3 }, values = { 1, 2 } } }
jounce.run(model, { step = 1e-4, duration = 1e-2, output = "never" })
