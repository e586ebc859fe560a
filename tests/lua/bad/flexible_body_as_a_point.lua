-- expect: 1 7: model.revolute: 'rod' is flexible, so only its points can be used; got the body instead of 'rod.A', 'rod.C'
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
m:flexible_body(beam)
m:revolute{ name = "A", between = { { 0, 0 }, "rod" } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
