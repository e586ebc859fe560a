-- expect: 1 4: model.gap: 'tangent' must have a component along a free dof, got only 'block.uy' (fixed at bad/support/block.lua:6)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = "block", direction = { 1, 0, 0 }, tangent = { 0, 1, 0 }, clearance = 0, law = jounce.law.hooke{ stiffness = 1 }, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
jounce.run(model, { step = 1e-5, duration = 1e-3 })
