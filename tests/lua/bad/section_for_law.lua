-- expect: 1 4: model.gap: 'law' must be a law (jounce.law.hooke, ...
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.section.circle{ diameter = 0.1 } }
