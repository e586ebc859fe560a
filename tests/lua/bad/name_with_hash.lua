-- expect: 1 4: model.gap: 'name' must be a word or words without '.', ',', '"', '#' and control characters, other than 'energy', got '#1'
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "#1", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.hertz{ stiffness = 1e9 } }
