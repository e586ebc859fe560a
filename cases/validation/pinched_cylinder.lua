-- The pinched cylinder with end diaphragms (R = 300, L = 600, t = 3, E = 3e6, nu = 0.3): two opposite forces of 1 at midspan; the
-- hardest of the classical shell problems, with inextensional bending away from the loads and short waves under them. An
-- eighth is modelled. Expected: 1.8248e-5 under the load, within 1 % at 32 x 32, from below.
-- test: --set finest=16
local jounce = require "jounce"

local p = jounce.parameters{ finest = 32, radius_over_thickness = 100 }

local function cylinder(n)
  local model = jounce.model{ name = "pinched cylinder", accept = { "density" } }  -- a static benchmark of unit mass
  local shell = model:shell{
    name = "wall", thickness = 300/p.radius_over_thickness,
    mesh = jounce.mesh.panel{ from = { 0, 0, 0 }, to = { 0, 300, 0 }, radius = 300, angle = math.pi/2, around = n, along = n,
                              middle = { 1, 0, 1 } },
    material = jounce.material{ E = 3e6, nu = 0.3, density = 1 },
  }
  -- About +y from the load (z) to x: edge 1 the diaphragm, edge 2 the side (z = 0), edge 3 midspan, edge 4 the crown.
  model:fix{ nodes = shell:set "edge 1", dofs = { "ux", "uz" } }
  model:fix{ nodes = shell:set "edge 2", dofs = { "uz", "rx", "ry" } }
  model:fix{ nodes = shell:set "edge 3", dofs = { "uy", "rx", "rz" } }
  model:fix{ nodes = shell:set "edge 4", dofs = { "ux", "ry", "rz" } }
  local top = shell:set("corners")[4]
  model:load{ node = top, direction = { 0, 0, -1 }, force = 0.25 }
  return -jounce.static(model):at(top .. ".uz")
end

local rows, n = {}, 4
while n <= p.finest do
  local w = cylinder(n)
  rows[#rows + 1] = { n .. " x " .. n, w, w/1.8248e-5 }
  n = 2*n
end
jounce.print_table{ title = "pinched cylinder: displacement under the load", columns = { "mesh", "displacement", "over 1.8248e-5" }, rows = rows }
if p.radius_over_thickness == 100 and p.finest >= 16 then
  local last = rows[#rows][3]
  assert(last < 1.01 and last > (p.finest >= 32 and 0.99 or 0.93), "the cylinder is off 1.8248e-5: " .. last)
end
