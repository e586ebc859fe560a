-- expect: 1 4: gap 'wall': the motion must begin in front of a rigid stop, got 0.001 m behind it
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.rigid{} }
model:initial{ node = "block", displacement = { 2e-3, 0, 0 } }
jounce.run(model, { step = 1e-3, duration = 1 })
