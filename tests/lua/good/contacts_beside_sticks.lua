-- Where frictions stick, contacts begin as they would without them, unless the sticks hold the very distance from a plane stop:
--   a bead in a ring, which dry friction holds along x: it strikes the ring at y = sqrt(c^2 - x0^2), at that y over its speed;
--   a mass that Karnopp's friction stops within a viscoelastic stop, at a depth d: the force that returns at rest is k d;
--   a slider-crank that begins at its dead centre, where the slider has no speed whatever the crank's is, close to a stop: a mass that rests
--   on dry friction elsewhere changes nothing.
-- Tolerances: the methods' own at their steps, located impacts of a motion without forces to rounding. Controls: the bead's distance from the
-- ring changes although the rate of its normal is zero at the start; the slider strikes its stop.
local jounce = require "jounce"
local M = jounce.method

local function ring(method, law, x0)
  local model = jounce.model{ name = "bead" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = 1e-3, law = law }
  model:friction{ name = "guide", node = "bead", direction = { 1, 0, 0 }, normal_force = 1e5, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  model:initial{ node = "bead", displacement = { x0, 0, 0 }, velocity = { 0, 1, 0 } }
  return jounce.run(model, { method = method, step = method.kind == "event_driven" and 1e-3 or 1e-4, duration = 2e-3, record = { probes = { "bead.ux" } } })
end
for _, law in ipairs{ jounce.law.rigid{ restitution = 0.5 }, jounce.law.hooke{ stiffness = 1e6 }, jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10, transition = "distance" } } do
  for _, method in ipairs{ M.newmark{}, M.event_driven{} } do
    for _, x0 in ipairs{ 0.5e-3, 0.8e-3 } do
      local expected, impact = math.sqrt(1e-6 - x0^2), ring(method, law, x0):impacts()[1]
      assert(impact and math.abs(impact.time_in - expected) < 1e-9 and math.abs(impact.speed_in - expected/1e-3) < 1e-6,
             method.kind .. " " .. law.kind .. ": " .. tostring(impact and impact.time_in))
    end
  end
end

local function stopped(method, joints)
  local model = jounce.model{ name = "stopped within a stop" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:friction{ name = "f", node = "m", direction = { 1, 0, 0 }, normal_force = 9, friction = jounce.friction.karnopp{ coefficient = 1, dead_band = 0.1 } }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive",
             law = jounce.law.kelvin_voigt{ stiffness = 1e4, damping = 100 } }
  model:initial{ node = "m", velocity = { 1, 0, 0 } }
  if joints then
    model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
    model:revolute{ name = "r", between = { { 3, 3 }, "wheel.A" } }
  end
  local run = jounce.run(model, { method = method, step = 1e-4, duration = 0.5, record = { probes = { "m.ux", "stop.force", "f.sticking" } } })
  local depth = run:at("m.ux", 0.5) - 1e-3
  assert(depth > 3e-4 and run:at("f.sticking", 0.5) == 1, depth)
  assert(math.abs(run:at("stop.force", 0.5) - 1e4*depth) < 1e-9, method.kind .. ": " .. run:at("stop.force", 0.5) .. " N at " .. depth)
end
for _, method in ipairs{ M.newmark{}, M.generalized_alpha{}, M.event_driven{} } do stopped(method, false) end
for _, method in ipairs{ M.generalized_alpha{}, M.event_driven{} } do stopped(method, true) end

local function crank(method, step, clearance, resting)
  local model = jounce.model{ name = "slider-crank" }
  model:body{ name = "crank", mass = 1, inertia = 0.01, points = { O = { -0.5, 0 }, A = { 0.5, 0 } } }
  model:body{ name = "rod", mass = 1, inertia = 0.01, points = { A = { -1, 0 }, C = { 1, 0 } } }
  model:body{ name = "slider", mass = 1, inertia = 0.01, points = { C = { 0, 0 } } }
  model:revolute{ name = "O", between = { { -3, 0 }, "crank.O" } }
  model:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  model:revolute{ name = "C", between = { "rod.C", "slider.C" } }
  model:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
  model:gap{ name = "g", node = "slider", direction = { 1, 0, 0 }, clearance = clearance, sides = "negative",
             law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10, transition = "distance" } }
  if resting then
    model:point{ name = "p", at = { 0, 5, 0 }, mass = 1, free = { "ux" } }
    model:friction{ name = "f", node = "p", direction = { 1, 0, 0 }, normal_force = 10, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  end
  model:assemble{ angles = { crank = 0, rod = 0 } }
  model:initial{ node = "crank", vangle = 1 }
  return jounce.run(model, { method = method, step = step, duration = 0.1, record = { probes = { "slider.x" } } }):impacts()
end
for _, of in ipairs{ { M.event_driven{}, 1e-2, 1e-9 }, { M.generalized_alpha{}, 1e-2, 1e-9 } } do
  for _, clearance in ipairs{ 1e-5, 1e-6 } do
    local alone, beside = crank(of[1], of[2], clearance, false), crank(of[1], of[2], clearance, true)
    assert(#alone > 0 and #alone == #beside, of[1].kind .. ": " .. #alone .. " and " .. #beside .. " contacts")
    assert(math.abs(alone[1].time_in - beside[1].time_in) < of[3]*alone[1].time_in)
  end
end
