-- Events in joints with clearance that no step could leave: they repeated at one instant until the run ended in an error.
-- Reference: the same run with a tolerance ten times as large, or with a fourth of the step.
local jounce = require "jounce"
local alpha = jounce.method.generalized_alpha{ spectral_radius = 0.8 }

local function place(model, probe, method, step, duration)
  return jounce.run(model, { method = method, step = step, duration = duration, record = { probes = { probe } } }):at(probe, duration)
end
local function agree(a, b, allowed) assert(math.abs(a - b) <= allowed, a .. " instead of " .. b) end

-- A block falls in a guide and turns. Where it comes to rest, its two lower corners begin to slip apart, one ahead of the other, at
-- speeds below rounding for some time.
local function block(turns, moves, coefficient)
  local m = jounce.model{ name = "block" }
  m:body{ name = "block", mass = 1, inertia = 1e-3 }
  m:translational_clearance{ name = "guide", body = "block", through = { 0, -5 }, length = 0.1, height = 0.05, clearance = 1e-3,
    law = jounce.law.hertz{ stiffness = 1e7 },
    friction = jounce.friction.coulomb{ coefficient = coefficient, static_coefficient = 1.2*coefficient } }
  m:initial{ node = "block", vangle = turns, vx = moves }
  m:assemble{ positions = { block = { 0, -5 } } }
  m:gravity{ acceleration = { 0, -9.81, 0 } }
  return m
end
for _, of in ipairs{ { 0.59752810948878909, -0.14708457777606537, 0.53213846861950054 },
  { -0.56397210099453665, 0.001808595145963432, 0.62107851631989641 }, { 0.54736927607905539, -0.29178292527412197, 0.6385656371426609 } } do
  local function at(step) return place(block(table.unpack(of)), "block.x", alpha, step, 0.1) end
  agree(at(2e-5), at(5e-6), 2e-6)
end

-- A pendulum in a worn bearing, beside two masses on springs and a sliding block, of which the rounding is. A stick breaks while the bearing is hardly pressed; the slip has the
-- speed of rounding.
local function pendulum()
  local m = jounce.model{ name = "pendulum" }
  m:point{ name = "p1", at = { 1, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  m:spring{ from = "p1", direction = { 1, 0, 0 }, stiffness = 1e4 }
  m:initial{ node = "p1", velocity = { 0.41347933696279271, 0.12868431193227148, 0 } }
  m:load{ node = "p1", direction = { 0.91147221993257865, -0.32447163449808569, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 23.503989519786085 } }
  m:point{ name = "p2", at = { 2, 0, 0 }, mass = 0.1, free = { "ux", "uy" } }
  m:spring{ from = "p2", direction = { 0, 1, 0 }, stiffness = 1000, damping = 5 }
  m:initial{ node = "p2", velocity = { -0.22231781330067563, -0.31811363334679676, 0 } }
  m:spring{ from = "p1", to = "p2", direction = { 0, 1, 0 }, stiffness = 1e4, damping = 2 }
  m:friction{ name = "f1", from = "p2", to = "p1", direction = { 1, 0, 0 },
    friction = jounce.friction.coulomb{ coefficient = 0.35799247094336545 },
    normal_force = jounce.signal.sine{ amplitude = 3, frequency = 4, offset = 5 } }
  m:body{ name = "pendulum", mass = 1, inertia = 1, points = { A = { -1, 0 } } }
  m:revolute_clearance{ name = "bearing", bearing = { 5, 5 }, journal = "pendulum.A", bearing_radius = 0.011, journal_radius = 0.01,
    law = jounce.law.flores{ stiffness = 1e7, restitution = 0.45054281100190374 },
    friction = jounce.friction.coulomb{ coefficient = 0.17282835648992487 } }
  m:body{ name = "block", mass = 1, inertia = 1e-3 }
  m:translational_clearance{ name = "guide", body = "block", through = { 0, -5 }, length = 0.1, height = 0.05, clearance = 1e-3,
    law = jounce.law.hooke{ stiffness = 1e4 },
    friction = jounce.friction.lugre{ coefficient = 0.29972083210000805, static_coefficient = 0.35966499852000966,
      stribeck_speed = 0.01, bristle_stiffness = 1e4, bristle_damping = 10 } }
  m:initial{ node = "block", vangle = -0.1671062107976089, vx = -0.59746363460899499 }
  m:assemble{ positions = { pendulum = { 6, 5 }, block = { 0, -5 } } }
  m:gravity{ acceleration = { 0, -9.81, 0 } }
  return m
end
local function events(tolerance)
  return place(pendulum(), "pendulum.y", jounce.method.event_driven{ tolerance = tolerance }, 1e-3, 0.04)
end
agree(events(1e-9), events(1e-8), 1e-7)
