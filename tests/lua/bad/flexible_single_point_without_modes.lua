-- expect: 1 7: model.flexible_body: 'modes' must be at least 1 with a single point, got 0
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
beam.points, beam.modes = { A = 0 }, 0
m:flexible_body(beam)
