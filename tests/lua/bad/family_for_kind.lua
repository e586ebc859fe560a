-- expect: 1 4: model.gap: 'law' is jounce.law itself; choose a kind, as in jounce.law.adams_impact{ ... }
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law }
