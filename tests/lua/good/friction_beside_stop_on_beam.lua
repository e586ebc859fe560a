-- A cantilever of one element whose tip meets a rigid stop and rubs along the normal of the stop. Nothing damps its highest frequency,
-- which the stop excites: where the friction had a part of the force that holds the tip at the stop, newmark reversed it with each
-- step, without end. Without a part, newmark converges to event_driven at second order (a quarter of the step, a sixteenth of the
-- error), with damping and without, and event_driven agrees with itself at another tolerance. Control: without friction the motion
-- is another one.
local jounce = require "jounce"
local function run(method, step, damped, normal_force)
  local model = jounce.model{ name = "beam", accept = { "mesh" } }
  local beam = model:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 1, section = jounce.section.circle{ diameter = 0.02 },
    material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7850 } }
  model:fix{ node = beam.nodes[1] }
  local tip = beam.nodes[#beam.nodes]
  if damped then model:damping(jounce.damping.rayleigh{ alpha = 0, beta = 1e-5 }) end
  model:gap{ name = "stop", node = tip, direction = { 0, 1, 0 }, clearance = 1e-3, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
  model:friction{ name = "rub", node = tip, direction = { 0, 1, 0 }, normal_force = normal_force or 5, friction = jounce.friction.coulomb{ coefficient = 0.2 } }
  model:load{ node = tip, direction = { 0, 1, 0 }, force = jounce.signal.sine{ amplitude = 60, frequency = 12 } }
  return jounce.run(model, { method = method, step = step, duration = 0.05, record = { probes = { tip .. ".uy", "energy.remainder" } } }), tip .. ".uy"
end
local function at_end(...)
  local result, probe = run(...)
  return result:at(probe, 0.05)
end
local exact = at_end(jounce.method.event_driven{ tolerance = 1e-11 }, 1e-3)
assert(math.abs(at_end(jounce.method.event_driven{ tolerance = 1e-9 }, 1e-3) - exact) < 1e-8)
assert(math.abs(at_end(jounce.method.event_driven{ tolerance = 1e-9 }, 1e-3, false, 0) - exact) > 1e-5)
for _, damped in ipairs{ true, false } do
  local reference = at_end(jounce.method.event_driven{ tolerance = 1e-10 }, 1e-3, damped)
  local coarse, fine = at_end(jounce.method.newmark{}, 1e-4, damped) - reference, at_end(jounce.method.newmark{}, 2.5e-5, damped) - reference
  assert(math.abs(fine) < math.abs(coarse)/10 and math.abs(coarse) < 1e-5, coarse .. ", " .. fine)
end
