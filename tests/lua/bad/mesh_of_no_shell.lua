-- expect: 1 5: write_mesh: model 'm' has no shell
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
jounce.write_mesh(model, "m.msh")
