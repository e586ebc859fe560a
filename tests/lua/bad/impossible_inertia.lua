-- expect: 1 4: model.point: 'inertia' must not have a moment larger than the sum of the other two, which no body has, got {1, 1, 5}
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:point{ name = "disc", at = { 0, 0, 0 }, mass = 1, inertia = { 1, 1, 5 } }
