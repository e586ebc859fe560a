-- expect: 1 7: reduce: 'frequency' must be in (0, 1e+100], got 1e+200
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
local a = model:point{ name = "a", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
local b = model:point{ name = "b", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
model:spring{ from = a, to = b, direction = { 1, 0, 0 }, stiffness = 1e4 }
jounce.reduce(model, { frequency = 1e200 })
