-- expect: 1 4: model.point: 'at' must be a list of three numbers {x, y, z}, got {0, 0}
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:point{ name = "block", at = { 0, 0 }, mass = 1 }
