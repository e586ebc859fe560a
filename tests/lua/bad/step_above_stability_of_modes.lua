-- expect: 3 9: model 'rod': the deformation of 'rod' at t = 0.0006000000000000001 s is too large for the small-deformation theory; the step of 0.0001 s is above the stability limit of baumgarte for the modes of 'rod', 3.2e-05 s
local jounce = require "jounce"
local m = jounce.model{ name = "rod" }
m:flexible_body{ name = "rod", length = 0.2, points = { A = 0, C = 0.2 }, modes = 1, section = jounce.section.rectangle{ width = 0.01, height = 0.01 },
  material = jounce.material{ E = 7e10, nu = 0.3, density = 2700 } }
m:revolute{ name = "A", between = { { 0, 0 }, "rod.A" } }
m:assemble{ positions = { rod = { 0.1, 0 } } }
m:gravity{ acceleration = { 0, -9.81, 0 } }
jounce.run(m, { method = jounce.method.baumgarte{}, step = 1e-4, duration = 0.1 })
