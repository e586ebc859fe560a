-- expect: 3 7: model 'block': contact 'stop' is 0.002...
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0,
           law = jounce.law.custom{ points = { { 1e-3, 1e3 }, { 2e-3, 2.5e3 } } } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }
jounce.run(model, { step = 1e-5, duration = 0.1 })
