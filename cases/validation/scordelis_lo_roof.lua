-- The roof of Scordelis and Lo (MacNeal and Harder 1985, doi:10.1016/0168-874X(85)90003-4): a cylinder panel on two diaphragms
-- under its weight; membrane and bending share the load. A quarter is modelled. Expected: a deflection of the middle of the free edge
-- of 0.3024 (R = 25, L = 50, half angle 40 degrees, t = 0.25, E = 4.32e8, nu = 0, 90 per unit area), within 1 % at 32 x 32.
-- test: --set finest=16
local jounce = require "jounce"

local p = jounce.parameters{ finest = 32 }

local function roof(n)
  local model = jounce.model{ name = "Scordelis-Lo roof" }
  local angle = math.rad(40)
  local shell = model:shell{
    name = "roof", thickness = 0.25,
    mesh = jounce.mesh.panel{ from = { 0, 0, 0 }, to = { 0, 25, 0 }, radius = 25, angle = angle, around = n, along = n,
                              middle = { math.sin(angle/2), 0, math.cos(angle/2) } },
    material = jounce.material{ E = 4.32e8, nu = 0, density = 360 },
  }
  -- About +y the arcs run from the crown down: edge 1 is the diaphragm, edge 2 the free edge, edge 3 midspan, edge 4 the crown.
  model:fix{ nodes = shell:set "edge 1", dofs = { "ux", "uz" } }
  model:fix{ nodes = shell:set "edge 3", dofs = { "uy", "rx", "rz" } }
  model:fix{ nodes = shell:set "edge 4", dofs = { "ux", "ry", "rz" } }
  model:gravity{ 0, 0, -1 }
  local corner = shell:set("corners")[3]
  return -jounce.static(model):at(corner .. ".uz")
end

local rows, n = {}, 4
while n <= p.finest do
  local w = roof(n)
  rows[#rows + 1] = { n .. " x " .. n, w, w/0.3024 }
  n = 2*n
end
jounce.print_table{ title = "Scordelis-Lo roof: the middle of the free edge", columns = { "mesh", "displacement", "over 0.3024" }, rows = rows }
assert(math.abs(rows[#rows][3] - 1) < 0.01, "the roof is off 0.3024 by more than 1 %")
