-- The energy that each joint takes by friction is integrated along the motion: steps long against a contact do not change it.
local jounce = require "jounce"

local function mechanism(guide)
  local m = jounce.model{ name = "slider-crank" }
  m:gravity{ 0, -9.81, 0 }
  m:body{ name = "crank",  mass = 17.9,  inertia = 0.46,    points = { O = { -0.025, 0 }, A = { 0.025, 0 } } }
  m:body{ name = "rod",    mass = 1.13,  inertia = 0.0153,  points = { A = { -0.15, 0 },  C = { 0.15, 0 } } }
  m:body{ name = "slider", mass = 1.013, inertia = 7.72e-4, points = { C = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  local friction = jounce.friction.coulomb{ coefficient = 0.1, regularisation_speed = 1e-3 }
  local law = jounce.law.lankarani_nikravesh{ stiffness = 5e9, restitution = 0.46 }
  m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider.C", bearing_radius = 11.1e-3, journal_radius = 10.1e-3, law = law, friction = friction }
  if guide then
    m:translational_clearance{ name = "guide", body = "slider", axis = { 1, 0 }, length = 0.06, height = 0.04,
                               clearance = 0.5e-3, law = law, friction = friction }
  else
    m:translational{ name = "guide", body = "slider", axis = { 1, 0 } }
  end
  m:drive{ joint = "O", speed = 177*math.pi/30 }
  m:assemble{ angles = { crank = 0, rod = 0 } }
  return m
end

for _, guide in ipairs{ false, true } do
  local duration, coarse = 0.05
  for _, step in ipairs{ 1e-3, 1e-4 } do
    local run = jounce.run(mechanism(guide), { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = step, duration = duration,
                                               record = { probes = { "energy.friction" } } })
    local sum = 0
    for _, gap in pairs(run:statistics{ from = 0, to = duration, period = duration }.gaps) do sum = sum + gap.friction_energy end
    local account = run:at("energy.friction", duration)
    -- One integral, summed in another order.
    assert(account > 1e-5 and math.abs(sum - account) <= 1e-12*account, string.format("%.15g and %.15g J", sum, account))
    -- The error of the motion, whose tolerance is 1e-10, grown over the impacts. A trapezoidal sum over these steps is off by more than 1e-3.
    if coarse then assert(math.abs(sum - coarse) <= 1e-6*sum, string.format("%.12g J by long steps, %.12g J by short ones", coarse, sum)) end
    coarse = sum
  end
end
