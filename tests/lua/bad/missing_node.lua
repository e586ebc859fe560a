-- expect: 1 4: model.gap: 'node' must be a node of the model, got 'blok'; did you mean 'block'?
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "blok", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hertz{ stiffness = 1e8 } }
