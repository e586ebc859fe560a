-- expect: 1 4: model.point: 'mass' must be zero or positive, got -100
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = -100, free = { "ux" } }
