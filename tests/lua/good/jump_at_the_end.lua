-- A load and a drive that jump at the last instant of a run: nothing follows the jump, so the motion at the end is the one before it.
local jounce = require "jounce"

-- A crank driven at a constant speed until the end: kinetic energy I w²/2 + m (r w)²/2 is the driver's work at the start.
local mass, inertia, arm, speed, duration = 1, 0.01, 0.05, 20, 0.5
local crank = jounce.model{ name = "crank" }
crank:body{ name = "c", mass = mass, inertia = inertia, points = { O = { -arm, 0 } } }
crank:revolute{ name = "O", between = { { 0, 0 }, "c.O" } }
crank:drive{ joint = "O", angle = jounce.signal.ramp{ to_time = duration, to_value = speed*duration } }
local kinetic = 0.5*(inertia + mass*arm^2)*speed^2
for _, options in ipairs{ {}, { method = jounce.method.generalized_alpha{}, step = 1e-3 } } do
  options.duration, options.record = duration, { probes = { "c.angle", "c.vangle", "energy.remainder", "energy.kinetic" } }
  local run = jounce.run(crank, options)
  assert(math.abs(run:at("c.vangle", duration) - speed) < 1e-9*speed, run:at("c.vangle", duration))
  assert(math.abs(run:at("energy.kinetic", duration) - kinetic) < 1e-9*kinetic)
  assert(math.abs(run:at("energy.remainder", duration)) < 1e-9*kinetic, run:at("energy.remainder", duration))
end

-- A run that continues passes the jump: the crank stops, and the driver takes its kinetic energy back.
for _, options in ipairs{ {}, { method = jounce.method.generalized_alpha{}, step = 1e-3 } } do
  options.duration, options.record = duration, { probes = { "c.angle", "c.vangle", "energy.base", "energy.remainder" } }
  options.initial = jounce.run(crank, options)
  local run = jounce.run(crank, options)
  assert(math.abs(run:at("c.vangle", 2*duration)) < 1e-9 and math.abs(run:at("c.angle", 2*duration) - speed*duration) < 1e-9)
  assert(math.abs(run:at("energy.base", 2*duration) + kinetic) < 1e-9*kinetic, run:at("energy.base", 2*duration))
  assert(math.abs(run:at("energy.remainder", 2*duration)) < 1e-9*kinetic, run:at("energy.remainder", 2*duration))
end

-- A mass under no force until a step at the end: it is at rest there, without an acceleration.
local model = jounce.model{ name = "mass" }
model:point{ name = "a", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
model:spring{ from = "a", direction = { 1, 0, 0 }, stiffness = 1e4 }
model:load{ node = "a", direction = { 1, 0, 0 }, force = jounce.signal.step{ time = duration, value = 100 } }
for _, method in ipairs{ jounce.method.newmark{}, jounce.method.precise{}, jounce.method.event_driven{} } do
  local run = jounce.run(model, { method = method, step = 1e-3, duration = duration, record = { probes = { "a.ux", "a.ux_velocity" } } })
  assert(run:at("a.ux_velocity", duration) == 0 and run:at("a.ux", duration) == 0, method.kind)
end

-- Runs that end at an instant by rounding just before the jump pass it all the same.
local step = jounce.model{ name = "step" }
step:point{ name = "a", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
step:load{ node = "a", direction = { 1, 0, 0 }, force = jounce.signal.step{ time = 0.8, value = 2 } }
for _, method in ipairs{ jounce.method.newmark{}, jounce.method.generalized_alpha{}, jounce.method.event_driven{} } do
  local run
  for _, length in ipairs{ 0.7, 0.1, 0.2 } do -- 0.7 + 0.1 = 0.79999999999999993
    run = jounce.run(step, { method = method, step = 0.01, duration = length, initial = run, record = { probes = { "a.ux_velocity" } } })
  end
  assert(math.abs(run:at("a.ux_velocity", 1) - 0.2) < 1e-12, method.kind .. ": " .. run:at("a.ux_velocity", 1))
end
