-- expect: 1 6: equilibrium: there is no element 1, it is no list
local jounce = require "jounce"
local m = jounce.model{ name = "mass" }
m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1 }
print(jounce.static(m, {})[1].ux)
