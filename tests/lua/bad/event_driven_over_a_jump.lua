-- expect: 3 7: model 'mass': the load (bad/event_driven_over_a_jump.lua:6) jumps at t = 0.0333333333333 s, which no step within the tolerance can cross; ...
local jounce = require "jounce"
local model = jounce.model{ name = "mass" }
model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1e4, damping = 2 }
model:load{ node = "p", direction = { 1, 0, 0 }, force = function(t) return t < 1/30 and 0 or 10 end }
jounce.run(model, { duration = 0.1, method = jounce.method.event_driven{}, step = 1e-3 })
