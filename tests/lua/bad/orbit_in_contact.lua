-- expect: 3 8: orbit: no section exists: contact 'stop' never opens and has a force that depends on the speed of its impact
local jounce = require "jounce"
local model = jounce.model{ name = "pressed mass" }
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.5 }
model:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = 5 }
model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.hunt_crossley{ stiffness = 100, restitution = 0.5 } }
jounce.orbit{ model = model, period = 3, settle = 20 }
