-- expect: 1 5: model.gap: 'clearance' must be above 0 where law.rigid stops both sides, got 0; model:fix fixes a node without play
local jounce = require "jounce"
local model = jounce.model{ name = "mass" }
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:gap{ node = "mass", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.rigid{ restitution = 0.5 } }
