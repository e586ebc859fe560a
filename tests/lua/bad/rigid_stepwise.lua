-- expect: 1 5: run: 'events' must be "locate" with the rigid stop of gap 'wall', got "stepwise"
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.rigid{} }
jounce.run(model, { step = 1e-3, duration = 1, events = "stepwise" })
