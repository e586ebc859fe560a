-- expect: 1 7: run:steady: 'period' is required (number, s)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hooke{ stiffness = 1e7 } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }
local run = jounce.run(model, { step = 1e-4, duration = 0.1, record = { probes = { "block.ux" } } })
run:steady{ tolerance = 1e-3 }
