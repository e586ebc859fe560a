-- expect: 1 8: model 'two pieces': nothing holds 's[14].ux': there is no static equilibrium; 6 motions without support (ux, uy, uz, rx, ry, rz of a piece of 's' (at 's[10]')): did you forget model:fix?
local jounce = require "jounce"
-- Two squares of four cells, 1 m apart, in one mesh.
local model = jounce.model{ name = "two pieces" }
model:shell{ name = "s", mesh = jounce.mesh.abaqus{ file = "bad/mesh_with_a_free_piece.inp" }, thickness = 0.01, material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 } }
for _, i in ipairs{ 1, 4, 7 } do model:fix{ node = "s[" .. i .. "]" } end
model:load{ node = "s[9]", direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 1 } }
jounce.static(model)
