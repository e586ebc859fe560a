-- expect: 1 21: model 'two pieces': nothing holds 's[14].ux': there is no static equilibrium; 6 motions without support (ux, uy, uz, rx, ry, rz of 's'): did you forget model:fix?
local jounce = require "jounce"
-- Two squares of four cells, 1 m apart, in one mesh.
local points, cells = {}, {}
for piece = 0, 1 do
  for y = 0, 2 do for x = 0, 2 do points[#points + 1] = string.format("%d, %g, %g, 0\n", #points + 1, 2*piece + x/2, y/2) end end
  for y = 0, 1 do
    for x = 0, 1 do
      local a = 9*piece + 3*y + x + 1
      cells[#cells + 1] = string.format("%d, %d, %d, %d, %d\n", #cells + 1, a, a + 1, a + 4, a + 3)
    end
  end
end
local file <close> = assert(io.open("two.inp", "w"))
file:write("*NODE\n", table.concat(points), "*ELEMENT, TYPE=S4, ELSET=all\n", table.concat(cells))
file:flush()
local model = jounce.model{ name = "two pieces" }
model:shell{ name = "s", mesh = jounce.mesh.abaqus{ file = "two.inp" }, thickness = 0.01, material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 } }
for _, i in ipairs{ 1, 4, 7 } do model:fix{ node = "s[" .. i .. "]" } end
model:load{ node = "s[9]", direction = { 0, 0, 1 }, force = jounce.signal.constant{ value = 1 } }
jounce.static(model)
