local jounce = require "jounce"
local m = jounce.model{ name = "m" }
m:point{ name = "a", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:spring{ from = "a", direction = { 1, 0, 0 }, stiffness = 100 }
m:gap{ name = "g", node = "a", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
jounce.run(m, { duration = 0.1 })
