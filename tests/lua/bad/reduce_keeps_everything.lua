-- expect: 1 5: reduce: 'keep' has 401 nodes with all 2406 coordinates of the model: nothing would be reduced; keep the nodes at which other parts are joined
local jounce = require "jounce"
local m = jounce.model{ name = "beam" }
local beam = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 400, section = jounce.section.circle{ diameter = 0.02 }, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
jounce.reduce(m, { modes = 5, keep = beam.nodes })
