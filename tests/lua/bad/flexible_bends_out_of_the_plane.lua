-- expect: 1 7: model.flexible_body: 'orientation' must put a principal axis of the section into the plane z = 0, or the beam bends out of this plane
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local beam = { name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 },
               material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 }, points = { A = 0, C = 0.3 } }
beam.section, beam.orientation = jounce.section.rectangle{ width = 0.01, height = 0.02 }, { 0, 1, 1 }
m:flexible_body(beam)
