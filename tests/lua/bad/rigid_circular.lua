-- expect: 1 4: model.circular_gap: 'law' must have a force, as a rigid stop is plane; got law.rigid
local jounce, block = require "jounce", require "support.block"
local model = block()
model:circular_gap{ node = "block", axis = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.rigid{} }
