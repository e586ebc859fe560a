-- A pin with friction in the clearance of a slider-crank, by baumgarte with semi-implicit Euler, whose joints drift: the pin sticks and slips in the
-- step as the state says. Where the decision did not know the feedback of the drift, a slip that began in the state ended in the step at once, without end.
-- Reference: event_driven. Tolerance: of a first-order method with a step of 1e-5 s, measured 7e-8 to 4e-7 m.
local jounce = require "jounce"

local function run(speed, angle, method, step)
  local model = jounce.model{ name = "crank" }
  model:body{ name = "crank", mass = 0.3, inertia = 3e-4, points = { O = { -0.03, 0 }, A = { 0.03, 0 } } }
  model:body{ name = "rod", mass = 0.2, inertia = 1.5e-3, points = { A = { -0.11, 0 }, C = { 0.11, 0 } } }
  model:body{ name = "slider", mass = 0.6, inertia = 3e-4 }
  model:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  model:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  model:drive{ joint = "O", speed = speed }
  model:gravity{ acceleration = { 0, -9.81, 0 } }
  model:assemble{ angles = { crank = angle, rod = 0 } }
  model:translational{ name = "guide", body = "slider", axis = { 1, 0 } }
  model:revolute_clearance{ name = "pin", bearing = "rod.C", journal = "slider", bearing_radius = 0.012, journal_radius = 0.0118,
    law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 100, transition = "distance" },
    friction = jounce.friction.karnopp{ coefficient = 0.1, static_coefficient = 0.12, dead_band = 1e-4 } }
  return jounce.run(model, { method = method, step = step, duration = 0.025, record = { every = 100, probes = { "slider.x" } } })
end

for _, case in ipairs{ { 40, 1.7 }, { 60, 1.7 }, { 80, 0.7 }, { 80, 1.7 } } do
  local drifts = run(case[1], case[2], jounce.method.baumgarte{ scheme = "semi_implicit_euler" }, 1e-5)
  local exact = run(case[1], case[2], jounce.method.event_driven{ tolerance = 1e-10 }, 1e-3)
  assert(#drifts:friction_events("pin") > 1, "control: it sticks")
  local apart = math.abs(drifts:at("slider.x", 0.025) - exact:at("slider.x", 0.025))
  assert(apart < 1e-6, string.format("%g rad/s from %g: %g m", case[1], case[2], apart))
end
