-- expect: 1 4: model.gap: 'tangent' must be perpendicular to 'direction', got {1, 1, 0} and {1, 0, 0}
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = "block", direction = { 1, 0, 0 }, tangent = { 1, 1, 0 }, clearance = 0, law = jounce.law.hooke{ stiffness = 1 }, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
