-- expect: 1 4: model.gap: 'clearance' must be zero or positive, got -0.001
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = -1e-3, law = jounce.law.hertz{ stiffness = 1e8 } }
