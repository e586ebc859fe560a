-- expect: 1 5: model.revolute: 'A' cannot move with the given velocities: an error of 3 m/s (or rad/s) remains
local jounce = require "jounce"
local m = jounce.model{ name = "bar" }
m:body{ name = "bar", mass = 1, inertia = 1e-2, points = { A = { -0.15, 0 } } }
m:revolute{ name = "A", between = { { 0, 0 }, "bar.A" } }
m:initial{ node = "bar", vx = 3 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
