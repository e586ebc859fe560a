-- A stick that holds a mass at its stop, in models in which something moves as a function of time:
--   a wheel elsewhere, driven by its joint: the motion is that without it, m x'' = 6 N sin(2 pi t) against Coulomb's 4.5 N, integrated below;
--   a plate that moves to and fro, on which the mass rests by friction: it strikes a stop of the ground at half a period, at the plate's speed,
--   and never one that the plate carries;
--   the same on the slider of a crank that a driver turns: it returns to its place after the angle 2 pi - 2 a, at its speed of the start.
-- Tolerances: event_driven 1e-8 of the quantities; generalized_alpha the error of its order at 1000 steps to the period, 2e-5.
local jounce = require "jounce"
local pi <const> = math.pi
local methods = { { jounce.method.event_driven{}, 1e-8 }, { jounce.method.generalized_alpha{}, 2e-5 } }
local function near(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.15g differs from %.15g by more than %g", name, value, reference, tolerance))
end
local function zero_of(f, a, b)                            -- f changes its sign once
  local sign = f(a) > 0 and 1 or -1
  for _ = 1, 200 do
    local m = 0.5*(a + b)
    if sign*f(m) > 0 then a = m else b = m end
  end
  return 0.5*(a + b)
end

-- From the slip at 4.5 N on: v = -(6/w)(cos w t - cos w t1)/m + 4.5 (t - t1)/m until it is zero.
local function slipped()
  local w, m = 2*pi, 1.5
  local t1 = 0.5 + math.asin(0.75)/w
  local function speed(t) return (-6/w*(math.cos(w*t) - math.cos(w*t1)) + 4.5*(t - t1))/m end
  local t2 = zero_of(speed, t1 + 0.1, t1 + 0.45)
  return (-6/w*((math.sin(w*t2) - math.sin(w*t1))/w - math.cos(w*t1)*(t2 - t1)) + 2.25*(t2 - t1)^2)/m
end

local function beside(method, driven)
  local model = jounce.model{ name = "mass beside a driven wheel" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1.5, free = { "ux", "uy" } }
  model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }
  model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  if driven then model:drive{ joint = "axle", speed = driven } end
  local coulomb = jounce.friction.coulomb{ coefficient = 0.3 }
  model:friction{ name = "f1", node = "m", direction = { 1, 0, 0 }, normal_force = 10, friction = coulomb }
  model:friction{ name = "f2", node = "m", direction = { 1, 0, 0 }, normal_force = jounce.signal.step{ time = 0.5, before = 0, value = 5 }, friction = coulomb }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0.5 } }
  model:load{ node = "m", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 6, frequency = 1 } }
  return jounce.run(model, { method = method, step = 1e-3, duration = 1, record = { probes = { "m.ux" } } })
end
for _, of in ipairs(methods) do
  for _, driven in ipairs{ false, 1, jounce.signal.sine{ amplitude = 20, frequency = 3 } } do
    local run = beside(of[1], driven)
    near(of[1].kind .. ", beside a drive", run:at("m.ux", 1), slipped(), of[2]*0.1)
    assert(#run:impacts() == 1 and #run:friction_events() == 4, of[1].kind .. ": " .. #run:impacts() .. " contacts")
  end
end

-- The support of the friction, and perhaps of the stop.
local function carried(method, build, duration, by_support)
  local model = jounce.model{ name = "mass on a moving support" }
  local support = build(model)
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1.5, free = { "ux" } }
  model:friction{ name = "f", from = support, to = "m", direction = { 1, 0, 0 }, normal_force = 1e4, friction = jounce.friction.coulomb{ coefficient = 0.5 } }
  model:gap{ name = "stop", node = not by_support and "m" or nil, from = by_support and support or nil, to = by_support and "m" or nil, direction = { 1, 0, 0 }, clearance = 0, sides = "positive",
             law = jounce.law.rigid{ restitution = 0.5 } }
  model:body{ name = "wheel", mass = 1, inertia = 1, points = { A = { 0, 0 } } }   -- joints in every model
  model:revolute{ name = "axle", between = { { 3, 3 }, "wheel.A" } }
  model:initial{ node = "m", velocity = { build(nil), 0, 0 } }
  return jounce.run(model, { method = method, step = 1e-3, duration = duration, record = { probes = { "m.ux" } } })
end
local w, a = 2*pi, pi/3
local function plate(model)                               -- x = -0.02 sin(2 pi t)
  if not model then return -0.02*w end
  model:node{ name = "plate", at = { 0, 0, 0 } }
  model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.sine{ amplitude = -0.02, frequency = 1 } }
  return "plate"
end
local r, l = 0.1, 0.3
local function crank_speed()                              -- dx/dt of x = r cos a + sqrt(l^2 - r^2 sin^2 a) at 2 pi rad/s
  return -w*(r*math.sin(a) + r^2*math.sin(a)*math.cos(a)/math.sqrt(l^2 - r^2*math.sin(a)^2))
end
local function slider(model)
  if not model then return crank_speed() end
  local b = math.atan(-r*math.sin(a), math.sqrt(l^2 - r^2*math.sin(a)^2))
  model:body{ name = "crank", mass = 1, inertia = 0.01, points = { O = { 0, 0 }, A = { r, 0 } } }
  model:body{ name = "rod", mass = 1, inertia = 0.01, points = { A = { 0, 0 }, C = { l, 0 } } }
  model:body{ name = "slider", mass = 1, inertia = 0.01, points = { C = { 0, 0 } } }
  model:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  model:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  model:revolute{ name = "C", between = { "rod.C", "slider.C" } }
  model:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
  model:drive{ joint = "O", speed = w }
  model:assemble{ angles = { crank = a, rod = b } }
  return "slider"
end
for _, of in ipairs(methods) do
  for _, case in ipairs{ { plate, 0.5, 0.02*w }, { slider, 1 - 2*a/w, -crank_speed() } } do
    local struck = carried(of[1], case[1], case[2] + 0.01, false):impacts()[1]
    assert(struck, of[1].kind .. ": the mass passes its stop")
    near(of[1].kind .. ", time of the impact", struck.time_in, case[2], of[2])
    near(of[1].kind .. ", speed of the impact", struck.speed_in, case[3], 10*of[2])
    assert(#carried(of[1], case[1], case[2] + 0.01, true):impacts() == 0, of[1].kind .. ": the mass strikes what carries it")
  end
end
