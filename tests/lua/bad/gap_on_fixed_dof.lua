-- expect: 1 4: model.gap: 'direction' must have a component along a free dof, got only 'block.uy' (fixed at bad/support/block.lua:6)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 0, 1, 0 }, clearance = 1e-3, law = jounce.law.hertz{ stiffness = 1e8 } }
jounce.run(model, { step = 1e-5, duration = 1e-3 })
