-- A periodic motion of the slider-crank of Koshy, Flores and Lankarani 2013 (Nonlinear Dyn. 73, 325-338) with clearance in its pin of
-- rod and slider: `jounce.orbit` of a mechanism. At the paper's 177 rpm the pin settles on its bearing, and no section in flight exists;
-- at 1500 rpm and a restitution of 0.3 the pin leaves the bearing once a turn and comes back in six bounces.
-- Expected: an orbit (6, 1), stable, with a largest multiplier of modulus 0.17; generalized_alpha settles on it.
-- test: --set step=4e-6 --set turns=24
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ speed = 1500, restitution = 0.3, turns = 30, step = 2e-6 }

local function slider_crank(rpm)
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank",  mass = 17.900, inertia = 0.460327, points = { O = { -0.025, 0 }, A = { 0.025, 0 } } }
  m:body{ name = "rod",    mass = 1.130,  inertia = 0.015300, points = { A = { -0.15, 0 },  C = { 0.15, 0 } } }
  m:body{ name = "slider", mass = 1.013,  inertia = 0.000772, points = { C = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  m:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
  local bearing, journal = 11.1*si.mm, 10.1*si.mm
  local stiffness = jounce.stiffness.hertz_spheres{ R1 = bearing, R2 = journal, contact = "internal",
    E1 = 207*si.GPa, nu1 = 0.3, E2 = 207*si.GPa, nu2 = 0.3 }
  m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider.C", bearing_radius = bearing, journal_radius = journal,
    law = jounce.law.lankarani_nikravesh{ stiffness = stiffness, restitution = p.restitution },
    friction = jounce.friction.coulomb{ coefficient = 0.03, regularisation_speed = 1e-3 } }
  m:drive{ joint = "O", speed = rpm*si.rpm }
  m:assemble{ angles = { crank = 0, rod = 0 } }
  return m
end

local orbit = jounce.orbit{ model = slider_crank, parameter = p.speed, parameter_name = "rpm", period = function(rpm) return 60/rpm end,
                            settle = 40, probes = { "slider.x", "slider.vx" } }
print(orbit)
assert(orbit.label == "(6, 1)" and orbit.stable, orbit.label)

-- The last turn of a march of another method from the mechanism's initial assembly, which has not settled after 24 turns at this step.
local turn = 60/p.speed
local run = jounce.run(slider_crank(p.speed), { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = p.step,
  duration = p.turns*turn, record = { from = (p.turns - 1)*turn, probes = { "slider.x" } } })
local found, rows = {}, {}
for _, impact in ipairs(run:impacts "C") do
  if impact.time_in >= (p.turns - 1)*turn then found[#found + 1] = impact.speed_in end
end
assert(#found == #orbit.impacts, #found .. " contacts in a turn of the march")
for i, impact in ipairs(orbit.impacts) do
  local difference = found[i]/impact.speed_in - 1
  assert(math.abs(difference) < 0.02, "impact speeds differ by " .. difference)  -- at most 2.3e-3 at steps of 2e-6 s
  rows[i] = { impact.time_in/turn % 1, impact.speed_in, impact.peak_force, difference }
end
jounce.print_table{ title = "contacts of the pin in a turn", rows = rows,
  columns = { "turn", "speed [m/s]", "force [N]", "difference of the march" } }
