-- expect: 1 5: run: 'events' must be "locate" with method.event_driven, which ends its steps at every event, got "stepwise"
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hertz{ stiffness = 1e9 } }
jounce.run(model, { method = jounce.method.event_driven{}, duration = 1, events = "stepwise" })
