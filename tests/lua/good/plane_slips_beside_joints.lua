-- Slips in planes beside joints, with event_driven: one that begins under a force that hardly exceeds friction, whose direction
-- follows that force, and one that comes to rest while it turns. Reference: the same model without the body, which other code marches (its own
-- equations, steps and events). Tolerance: both methods' 1e-10 of the motion, over the duration, with a margin for the instants of sticks.
-- Control: a force above friction from the start gives another motion.
local jounce = require "jounce"

local function motion(build, pendulum, duration)
  local model = jounce.model{ name = pendulum and "beside a pendulum" or "alone", accept = { "unsupported" } }
  build(model)
  if pendulum then
    model:body{ name = "pendulum", mass = 1, inertia = 1, points = { A = { -1, 0 } } }
    model:revolute{ name = "pin", between = { { 5, 5 }, "pendulum.A" } }
  end
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = 1e-3, duration = duration,
                                  record = { probes = { "p.ux", "p.uy", "f.sticking" } } })
  return run:at("p.ux", duration), run:at("p.uy", duration), run:at("f.sticking", duration)
end
local function compare(what, build, duration)
  local x, y, sticks = motion(build, true, duration)
  local x0, y0, sticks0 = motion(build, false, duration)
  local apart = math.sqrt((x - x0)^2 + (y - y0)^2)
  assert(apart < 1e-8, string.format("%s: %.3e m apart", what, apart))
  assert(sticks == sticks0, what .. ": stick")
  return x0, y0
end

-- A mass on a table is pulled by a force that grows and turns: it slips from where the force passes friction.
local function pulled(offset)
  return function(model)
    model:point{ name = "p", at = { 0, 0, 0 }, mass = 0.1, free = { "ux", "uy" } }
    model:spring{ from = "p", direction = { 0, 1, 0 }, stiffness = 1e4 }
    model:load{ node = "p", direction = { 0.8, 0.4, 0 }, force = jounce.signal.sine{ amplitude = 2, frequency = 12, offset = offset } }
    model:load{ node = "p", direction = { 0.1, -0.9, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 5 } }
    model:friction{ name = "f", node = "p", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = 5, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  end
end
local x, y = compare("pulled", pulled(1.5), 0.06)
assert(math.sqrt(x*x + y*y) > 1e-5, "it has not slipped")
local x1 = motion(pulled(4), false, 0.06)
assert(math.abs(x1 - x) > 1e-5, "control")

-- The same against a static coefficient, within the dead band of Karnopp's law, and a normal force that varies.
compare("dead band", function(model)
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 0.1, free = { "ux", "uy" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1000 }
  model:load{ node = "p", direction = { -0.63, -0.41, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 18.75, offset = -5 } }
  model:friction{ name = "f", node = "p", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = jounce.signal.sine{ amplitude = 3, frequency = 4, offset = 5 },
                  friction = jounce.friction.karnopp{ coefficient = 0.493, static_coefficient = 0.592, dead_band = 1e-3 } }
end, 0.15)

-- A thrown mass on a table comes to rest beside a spring: its slip turns ever faster towards the force of the spring.
compare("comes to rest", function(model)
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 0.1, free = { "ux", "uy" } }
  model:spring{ from = "p", direction = { 0, 1, 0 }, stiffness = 100 }
  model:gravity{ acceleration = { 0, -9.81, 0 } }
  model:initial{ node = "p", velocity = { 0.198, -0.208, 0 } }
  model:friction{ name = "f", node = "p", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = 10, friction = jounce.friction.coulomb{ coefficient = 0.109 } }
end, 0.15)
