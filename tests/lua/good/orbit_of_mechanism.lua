-- Orbits with joints: a body on a guide is the oscillator of one coordinate, and a rocker on a crank returns after each turn.
local jounce = require "jounce"

local function near(got, want, tolerance) assert(math.abs(got - want) < tolerance, got .. " for " .. want) end

-- The multipliers of docs/theory/orbits.md (Hunt-Crossley, w = 2.3), computed without this library. Differences of runs have 1e-7.
local w = 2.3
local guided = jounce.model{ name = "guided" }
guided:body{ name = "mass", mass = 1, inertia = 1, points = { P = { 0, 0 } } }
guided:translational{ name = "guide", body = "mass", through = { 0, 0 }, axis = { 1, 0 } }
guided:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.04 }
guided:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
             force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
guided:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive",
            law = jounce.law.hunt_crossley{ elastic = jounce.law.hertz{ stiffness = 100 }, restitution = 0.5 } }
guided:initial{ node = "mass", x = -0.6, vx = 0.1 }
local orbit = jounce.orbit{ model = guided, period = 2*math.pi/w, settle = 30 }
assert(orbit.label == "(1, 1)", orbit.label)
assert(#orbit.multipliers == 2)
near(orbit.multipliers[1].re, -0.32195563899, 1e-6)
near(math.abs(orbit.multipliers[1].im), 0.61613654369, 1e-6)

-- The tension of a dashpot that is cut before the bodies part (the mass of soft_orbits_test.cpp): the end of the contact, or within
-- it without adhesion. Where the tension acts, multipliers differ in the third digit.
local function through_a_tension(transition, adhesion)
  local model, load = jounce.model{ name = "dashpot" }, 1.5
  model:body{ name = "mass", mass = 1, inertia = 1, points = { P = { 0, 0 } } }
  model:translational{ name = "guide", body = "mass", through = { 0, 0 }, axis = { 1, 0 } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = -1, frequency = load/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.kelvin_voigt{ stiffness = 100, damping = 1, transition = transition, adhesion = adhesion } }
  model:initial{ node = "mass", x = -3.2, vx = -1.7 }
  return jounce.orbit{ model = model, period = 2*math.pi/load, settle = 30 }
end
for _, cut in ipairs{ through_a_tension("distance_force"), through_a_tension("distance", false) } do
  near(cut.impacts[1].speed_in, 4.13057882841, 1e-8)
  near(cut.multipliers[1].re, 0.55248503417, 1e-8)   -- 1e-7 where steps pass the cut
  near(math.abs(cut.multipliers[1].im), 0.42573812162, 1e-8)
end
assert(math.abs(through_a_tension("distance", true).multipliers[1].re - 0.55248503417) > 1e-3)

-- A crank at constant speed shakes a damped pendulum on its pin: the angle of the crank gains a turn in each period.
local rpm = 60
local rocker = jounce.model{ name = "rocker" }
rocker:gravity{ 0, -9.81, 0 }
rocker:body{ name = "crank", mass = 1, inertia = 0.01, points = { O = { 0, 0 }, A = { 0.02, 0 } } }
rocker:body{ name = "bob", mass = 1, inertia = 0.05, points = { A = { 0, 0.3 } } }
rocker:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
rocker:revolute{ name = "A", between = { "crank.A", "bob.A" } }
rocker:torsion_spring{ between = { { 0, 0 }, "bob" }, damping = 0.2 }
rocker:drive{ joint = "O", speed = rpm*jounce.si.rpm }
local swing = jounce.orbit{ model = rocker, period = 60/rpm, settle = 5, probes = { "bob.rz", "crank.rz" } }
assert(swing.stable and #swing.multipliers == 2)
-- Liouville's formula for one angle: the product of the multipliers is exp(-c T/(J + m l^2)).
local product = swing.multipliers[1].re*swing.multipliers[2].re - swing.multipliers[1].im*swing.multipliers[2].im
near(product, math.exp(-0.2*1/(0.05 + 0.09)), 1e-6)

-- The slider-crank of Koshy, Flores and Lankarani (Nonlinear Dyn. 73, 2013, 325-338) with 1 mm of clearance and a soft pin: its pin
-- crosses the clearance twice in a turn. Held against a march of another method over the next turn; its steps err by 1e-5.
local crank = jounce.model{ name = "slider-crank" }
crank:body{ name = "crank",  mass = 17.9,  inertia = 0.460327, points = { O = { -0.025, 0 }, A = { 0.025, 0 } } }
crank:body{ name = "rod",    mass = 1.13,  inertia = 0.0153,   points = { A = { -0.15, 0 },  C = { 0.15, 0 } } }
crank:body{ name = "slider", mass = 1.013, inertia = 7.72e-4,  points = { C = { 0, 0 } } }
crank:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
crank:revolute{ name = "A", between = { "crank.A", "rod.A" } }
crank:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
crank:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider.C", bearing_radius = 11.1e-3, journal_radius = 10.1e-3,
                          law = jounce.law.kelvin_voigt{ stiffness = 1e5, restitution = 0.46, reduced_mass = 0.53 },
                          friction = jounce.friction.coulomb{ coefficient = 0.03, regularisation_speed = 1e-3 } }
crank:drive{ joint = "O", speed = 177*jounce.si.rpm }
crank:assemble{ angles = { crank = 0, rod = 0 } }
local turn = 60/177
local pin = jounce.orbit{ model = crank, period = turn, settle = 60 }
assert(pin.label == "(2, 1)" and pin.stable, pin.label)
assert(#pin.multipliers == 4, "two degrees of freedom")
local march = jounce.run(crank, { initial = pin:state(), duration = turn, step = 2e-6, method = jounce.method.generalized_alpha{ spectral_radius = 0.8 } })
local struck = march:impacts "C"
assert(#struck == 2, #struck)
for i = 1, 2 do
  near(struck[i].time_in, pin.impacts[i].time_in, 1e-5*turn)
  near(struck[i].speed_in, pin.impacts[i].speed_in, 1e-4*pin.impacts[i].speed_in)
end
