-- A mass sticks to a plate whose speed jumps: a friction is a force, not an impulse, so that the mass slips until it has the plate's speed.
-- Physics: with the deceleration a = mu N/m the slip ends after v/a, and the mass stays behind by v^2/(2 a); where v/a is beyond the end, it has moved
-- by a t^2/2. Karnopp's law within its dead band, and a plate whose speed is continuous, let nothing slip. Tolerance: 1e-9 of the way; the motion is of
-- second degree in time, exact with every method. Controls: without a jump no event; without friction no motion.
local jounce = require "jounce"
local M, pi <const> = jounce.method, math.pi
local mass, begin, duration, speed = 1.5, 0.1003, 0.3, 0.1

local function run(method, joints, friction, normal_force, motion)
  local m = jounce.model{ name = "plate" }
  m:node{ name = "plate", at = { 0, 0, 0 } }
  m:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  m:prescribe{ node = "plate", dof = "ux", motion = motion }
  m:point{ name = "m", at = { 0, 0, 0 }, mass = mass, free = { "ux" } }
  m:friction{ name = "f", from = "plate", to = "m", direction = { 1, 0, 0 }, normal_force = normal_force, friction = friction }
  if joints then
    m:body{ name = "wheel", mass = 1, inertia = 0.1, points = { A = { 0.1, 0 } } }
    m:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  end
  return jounce.run(m, { method = method, step = 1e-3, duration = duration, record = { probes = { "m.ux" } } })
end
local ramp = jounce.signal.ramp{ from_time = begin, to_time = begin + 1, from_value = 0, to_value = -speed }
local coulomb = jounce.friction.coulomb{ coefficient = 0.5 }
local karnopp = jounce.friction.karnopp{ coefficient = 0.5, dead_band = 0.2 }
local left = duration - begin

for _, case in ipairs{ { M.event_driven{} }, { M.newmark{} }, { M.generalized_alpha{ spectral_radius = 0.8 } },
                       { M.event_driven{}, true }, { M.generalized_alpha{ spectral_radius = 0.8 }, true } } do
  local method, joints = case[1], case[2]
  local name = method.kind .. (joints and " with joints" or "")
  for _, normal_force in ipairs{ 1e4, 1e2, 1 } do
    local a = 0.5*normal_force/mass
    local expected = speed/a < left and -speed*left + speed^2/(2*a) or -0.5*a*left^2
    local found = run(method, joints, coulomb, normal_force, ramp)
    local x = found:at("m.ux", duration)
    assert(math.abs(x - expected) < 1e-9*speed*left, string.format("%s, %g N: %.12g for %.12g", name, normal_force, x, expected))
    assert(#found:friction_events() == (speed/a < left and 2 or 1), name .. ": events " .. #found:friction_events())
  end
  local sine = jounce.signal.sine{ amplitude = 1e-3, frequency = 5, phase = -pi/2, offset = 1e-3 }   -- begins at rest
  local carried = run(method, joints, coulomb, 1e4, sine)
  assert(math.abs(carried:at("m.ux", duration) - 1e-3*(1 - math.cos(10*pi*duration))) < 1e-3*1e-3, name .. ": carried")
  assert(#carried:friction_events() == 0, name .. ": no jump, no event")
  assert(#run(method, joints, karnopp, 1e4, ramp):friction_events() == 0, name .. ": within the dead band")
end
