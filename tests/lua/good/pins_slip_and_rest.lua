-- A pin with clearance in a slider-crank whose motor turns it back: the pin sticks and slips at each of some twenty contacts. Slips that
-- begin from rest do so with a speed of rounding, of either sign, which is no end of the slip.
-- Reference: event_driven, whose equations and events share no code with those of the fixed steps. Both motions are within 1e-6 m, twice
-- the largest difference seen at this step, a five-hundredth of the clearance.
-- Control: without friction the slider is elsewhere.
local jounce = require "jounce"
local a, l, theta, duration = 0.05, 0.2, 0.6, 0.05

local function slider_crank(speed, friction)
  local x, y = a*math.cos(theta), a*math.sin(theta)
  local end_of_rod = x + math.sqrt(l^2 - y^2)
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank", mass = 0.3, inertia = 1e-4, points = { O = { -a/2, 0 }, B = { a/2, 0 } } }
  m:body{ name = "rod", mass = 0.21, inertia = 2.5e-4, points = { B = { -l/2, 0 }, C = { l/2, 0 } } }
  m:body{ name = "slider", mass = 0.14, inertia = 1e-4 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "B", between = { "crank.B", "rod.B" } }
  m:translational{ name = "D", body = "slider" }
  m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider", bearing_radius = 0.0105, journal_radius = 0.01,
    law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10 }, friction = friction }
  m:drive{ joint = "O", torque = 0.3 }
  m:initial{ node = "crank", vangle = speed }
  m:gravity{ 0, -9.81, 0 }
  m:assemble{ angles = { crank = theta, rod = -math.asin(y/l) },
    positions = { crank = { x/2, y/2 }, rod = { (x + end_of_rod)/2, y/2 }, slider = { end_of_rod, 0 } } }
  return m
end

local function place(speed, friction, method, step)
  local run = jounce.run(slider_crank(speed, friction), { method = method, step = step, duration = duration, record = { probes = { "slider.x" } } })
  return run:at("slider.x", duration)
end

local rubs = jounce.friction.coulomb{ coefficient = 0.25, static_coefficient = 0.3 }
local exact, fixed = jounce.method.event_driven{ tolerance = 1e-9 }, jounce.method.generalized_alpha{ spectral_radius = 0.8 }
for speed = -68, -52, 4 do
  local reference = place(speed, rubs, exact, 1e-3)
  local found = place(speed, rubs, fixed, 2e-5)
  assert(math.abs(found - reference) < 1e-6, string.format("%d rad/s: %.9g m, expected %.9g m", speed, found, reference))
  assert(math.abs(place(speed, nil, exact, 1e-3) - reference) > 1e-5, speed)
end

-- An arm swings its pin into the end of a slot, which friction lets it rest in: all that moves stops. Its speeds are then rounding, as
-- are those at which its hinge seems to open: no given speed has jumped. References: rest, and event_driven. Control: without friction
-- the arm leaves the slot's end.
local function arm(speed, friction)
  local m = jounce.model{ name = "arm", accept = { "stop" } }  -- at the start the motion is along the face
  m:body{ name = "arm", mass = 0.5, inertia = 0.002, points = { A = { -0.1, 0 }, P = { 0.1, 0 } } }
  m:revolute{ name = "A", between = { { 0, 0 }, "arm.A" } }
  m:slot{ name = "S", pin = "arm.P", from = { 0.2, -0.01 }, to = { 0.2, 0.015 }, width = 0.0105, pin_radius = 0.005,
    law = jounce.law.gonthier{ stiffness = 1e9, restitution = 0.5 }, friction = friction }
  m:initial{ node = "arm", vangle = speed }
  m:assemble{ positions = { arm = { 0.1, 0 } } }
  return m
end

local function angles(speed, friction, method, step)
  local run = jounce.run(arm(speed, friction), { method = method, step = step, duration = 0.1, record = { probes = { "arm.angle" } } })
  return run:at("arm.angle", 0.1), run:at("arm.angle", 0.09)
end

local brakes = jounce.friction.coulomb{ coefficient = 0.18, static_coefficient = 0.23 }
for _, speed in ipairs{ 0.6, 1, 1.8, 3, 6 } do
  local reference, before = angles(speed, brakes, exact, 1e-3)
  assert(reference > 0.05 and math.abs(reference - before) < 1e-12, speed)
  local found, earlier = angles(speed, brakes, fixed, 2e-5)
  assert(math.abs(found - earlier) < 1e-12, speed)
  assert(math.abs(found - reference) < 1e-7, string.format("%g rad/s: %.9g, expected %.9g", speed, found, reference))
  local rebound, before_rebound = angles(speed, nil, exact, 1e-3)
  assert(math.abs(rebound - before_rebound) > 1e-4, speed)
end
