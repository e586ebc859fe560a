-- Table 4 of Xu et al. 2022 (Machines 10, 814): the first bending frequencies of the free-free hollow shaft, by mesh and theory.
-- Expected [Hz]: Timoshenko exact 477.341062 1035.147540 1634.177299 2181.966733 (paper: 477 1035 1637 by beams), with 40
-- elements 477.423017 1035.955112 1637.333735 2188.867486; Euler-Bernoulli exact 571.449722 1575.223165 3088.067231 5104.731999.
local jounce = require "jounce"
local si = jounce.si

local p = jounce.parameters{ finest = 640 }

local function bending(elements, theory, rotary_inertia)
  local model = jounce.model{ name = "hollow shaft", accept = { "density" } }  -- the paper's density
  local shaft = model:beam{
    name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = elements, theory = theory, rotary_inertia = rotary_inertia,
    section  = jounce.section.tube{ outer_diameter = 190*si.mm, wall = 5*si.mm, shear_factor = 2*(1 + 0.3)/(4 + 3*0.3) },
    material = jounce.material{ E = 207*si.GPa, nu = 0.3, density = 34.41*si.g_per_cm3 },
  }
  model:fix{ nodes = shaft.nodes, dofs = { "uy", "uz", "rx", "rz" } }
  local modes = jounce.modes(model, { count = 6 })
  return { modes[3].frequency, modes[4].frequency, modes[5].frequency, modes[6].frequency }
end

local rows = {}
local function add(name, f, exact)
  rows[#rows + 1] = { name, f[1], f[2], f[3], f[4], exact and f[1]/exact[1] - 1 or 0, exact and f[3]/exact[3] - 1 or 0 }
  return rows[#rows]
end

local timoshenko = { 477.341062, 1035.147540, 1634.177299, 2181.966733 }
local elements, last = 20, nil
while elements <= p.finest do
  local row = add("Timoshenko, " .. elements .. " elements", bending(elements, "timoshenko"), timoshenko)
  if last then                                                 -- second order: a quarter of the error per halving
    local order = math.log(last/row[7], 2)
    assert(math.abs(order - 2) < 0.05, "the third frequency converges at order " .. order)
  end
  elements, last = 2*elements, row[7]
end
local no_rotary = { 509.196225, 1120.712000, 1762.871979, 2385.857810 }
add("without rotary inertia, 320 elements", bending(320, "timoshenko", false), no_rotary)
local euler = { 571.449722, 1575.223165, 3088.067231, 5104.731999 }
local row = add("Euler-Bernoulli, 80 elements", bending(80, "euler_bernoulli"), euler)
assert(math.abs(row[6]) < 1e-6 and math.abs(row[7]) < 1e-6, "Euler-Bernoulli is off its exact values")
jounce.print_table{ title = "bending frequencies of the free-free shaft",
  columns = { "model", "f1 [Hz]", "f2 [Hz]", "f3 [Hz]", "f4 [Hz]", "f1/exact - 1", "f3/exact - 1" }, rows = rows }
