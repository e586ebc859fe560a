-- expect: 1 4: model.gap: 'direction' must be a direction, got a vector of length 0
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 0, 0, 0 }, clearance = 0, law = jounce.law.hertz{ stiffness = 1e8 } }
