-- expect: 1 4: model.circular_gap: 'clearance' must be > 0 with law.rigid, because a circle without a radius has no normal; without clearance use model:tie or model:fix
local jounce, block = require "jounce", require "support.block"
local model = block()
model:circular_gap{ node = "block", axis = { 0, 0, 1 }, clearance = 0, law = jounce.law.rigid{} }
