-- expect: 1 7: model.flexible_body: 'points.C' must differ from 'A', got 0.1 and 0.1
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
beam.points = { A = 0.1, C = 0.1 }
m:flexible_body(beam)
