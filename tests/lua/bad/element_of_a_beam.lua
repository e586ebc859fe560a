-- expect: 1 6: handle: there is no element 3; did you mean .nodes[3]?
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 4, section = jounce.section.circle{ diameter = 0.01 },
  material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
m:fix{ node = b[3] }
