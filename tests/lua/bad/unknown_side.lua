-- expect: 1 4: model.gap: 'sides' must be 'both', 'positive' or 'negative', got 'left'
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, sides = "left", law = jounce.law.hertz{ stiffness = 1e8 } }
