-- expect: 1 7: probe 'rod.mode[9]': 'rod' has the modes mode[1] to mode[5], each also with _velocity or _acceleration
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
m:flexible_body(beam)
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1, record = { probes = { "rod.mode[9]" } } })
