-- expect: 1 6: model.flexible_body: 'rod' cannot carry the inertia of another entry; join a body to one of its points instead
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
m:flexible_body(beam)
m:point{ node = "rod", mass = 1, inertia = { 1, 1, 1 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
