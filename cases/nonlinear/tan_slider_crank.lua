-- The slider-crank of Tan et al. 2023 (Sci. Rep. 13) in the vertical plane with clearance in its crank pin alone: an orbit at the paper's
-- 200 rpm and restitution of 0.55, and its branch over the speed. Crank and rod have the lengths that give the paper's stroke (see
-- cases/tan2023/slider_crank.lua); with clearance in the pin of the slider as well the motion is aperiodic, as in the paper.
-- Expected: an orbit (9, 1), stable, with a largest multiplier of -0.763; generalized_alpha settles on it.
-- test: --set points=2 --set turns=12 --set step=2e-5
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ rpm = 200, restitution = 0.55, friction = 0.01, from = 198, to = 202, max = 0.5, points = 25, turns = 20, step = 1e-5 }

local function slider_crank(rpm)
  local r, l = 0.15, 0.541
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank", mass = 1.5261, inertia = 3.596e-3, points = { O = { -r/2, 0 }, B = { r/2, 0 } } }
  m:body{ name = "rod", mass = 0.6115, inertia = 6.1e-3, points = { B = { -l/2, 0 }, C = { l/2, 0 } } }
  m:body{ name = "slider", mass = 1.0205, inertia = 7.57e-4 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "C", between = { "rod.C", "slider" } }
  m:translational{ name = "D", body = "slider" }
  local journal, bearing = 11.5*si.mm, 12*si.mm
  m:revolute_clearance{ name = "B", bearing = "rod.B", journal = "crank.B", bearing_radius = bearing, journal_radius = journal,
    law = jounce.law.tan{ restitution = p.restitution, elastic = jounce.law.hertz{ stiffness = jounce.stiffness.hertz_spheres{
      R1 = bearing, R2 = journal, contact = "internal", E1 = 70*si.GPa, nu1 = 0.33, E2 = 70*si.GPa, nu2 = 0.33 } } },
    friction = jounce.friction.coulomb{ coefficient = p.friction, regularisation_speed = 1e-3 } }
  m:gravity{ 0, -9.81, 0 }
  m:drive{ joint = "O", speed = rpm*si.rpm }
  return m
end

local orbit = jounce.orbit{ model = slider_crank, parameter = p.rpm, parameter_name = "rpm", period = function(rpm) return 60/rpm end,
                            settle = 24, probes = { "slider.x", "slider.vx" } }
print(orbit)
assert(orbit.label == "(9, 1)" and orbit.stable, orbit.label)

-- The last turn of a march of another method from the mechanism's initial assembly.
local turn = 60/p.rpm
local run = jounce.run(slider_crank(p.rpm), { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = p.step,
  duration = p.turns*turn, record = { from = (p.turns - 1)*turn, probes = { "slider.x" } } })
local expected, found, rows = {}, {}, {}
for _, impact in ipairs(orbit.impacts) do expected[#expected + 1] = { at = impact.time_in/turn % 1, speed = impact.speed_in } end
for _, impact in ipairs(run:impacts "B") do
  if impact.time_in >= (p.turns - 1)*turn then found[#found + 1] = { at = impact.time_in/turn % 1, speed = impact.speed_in } end
end
table.sort(expected, function(a, b) return a.at < b.at end)
table.sort(found, function(a, b) return a.at < b.at end)
for i, impact in ipairs(expected) do
  rows[i] = { impact.at, impact.speed, found[i] and found[i].at - impact.at or "", found[i] and found[i].speed/impact.speed - 1 or "" }
end
jounce.print_table{ title = "contacts of the crank pin in a turn, and what the march differs by", rows = rows,
  columns = { "turn", "speed [m/s]", "difference [turn]", "of the speed" } }
assert(#found == #expected, #found .. " contacts in a turn of the march")
for i, impact in ipairs(expected) do
  assert(math.abs(found[i].at - impact.at) < 1e-3, "the contact at " .. impact.at .. " of the turn is at " .. found[i].at)
  assert(impact.speed < 0.05 or math.abs(found[i].speed/impact.speed - 1) < 0.02, "speed of the contact at " .. impact.at)
end

local branch = jounce.continue{ orbit = orbit, from = p.from, to = p.to, step = { first = 0.05, max = p.max }, points = p.points }
print(branch)
branch:csv "out/tan_slider_crank.csv"
branch:plot{ y = "largest_impact_speed", title = "slider-crank of Tan et al. (2023), clearance in the crank pin", file = "out/tan_slider_crank.svg" }
