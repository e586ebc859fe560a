-- Power of loads that act on motions that are given, on points of bodies, along beams, and of gravity.
-- Physics: on a node that is moved by s(t) a force F has the power F s'; the work of all loads together is the term `external` of the energy
-- account; a body that falls from rest gains m g h; a force at the point A of a body has the power F . v_A. Tolerances: closed forms at
-- records to round-off, 1e-9; work by the integral of cubics over steps of 1e-4 s, 1e-7 J; with newmark 2e-6 J, as its account takes the mean of
-- a force within a step, (2 pi 4 Hz h)^2/12 = 5e-7 of about 2 J. Control: without the share on the shaker the work differs.
local jounce = require "jounce"
local function near(a, b, tolerance, what) assert(math.abs(a - b) <= tolerance, what .. ": " .. a .. " for " .. b) end

-- A structure: the load pushes a mass and the shaker beside it.
local function shaken(nodes)
  local m = jounce.model{ name = "shaken" }
  m:point{ name = "mass", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
  m:point{ name = "shaker", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "mass", to = "shaker", direction = { 1, 0, 0 }, stiffness = 1000, damping = 2 }
  m:prescribe{ node = "shaker", dof = "ux", motion = jounce.signal.sine{ amplitude = 0.01, frequency = 3 } }
  m:load{ name = "push", nodes = nodes, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 5, frequency = 4 } }
  m:gravity{ acceleration = { 3, 0, 0 }, name = "weight" }
  return m
end
for _, case in ipairs{ { jounce.method.newmark{}, 2e-6 }, { jounce.method.event_driven{ tolerance = 1e-10 }, 1e-7 } } do
  local options, tolerance = { method = case[1], step = 1e-4 }, case[2]
  options.duration, options.record = 0.7, { probes = { "push.power", "weight.power", "mass.ux_velocity", "shaker.ux_velocity", "energy.external", "energy.base", "energy.remainder" } }
  local run = jounce.run(shaken{ "mass", "shaker" }, options)
  local t, p = run:series "push.power"
  local _, v = run:series "mass.ux_velocity"
  local _, w = run:series "weight.power"
  for i = 1, #t do
    local s = 0.01*6*math.pi*math.cos(6*math.pi*t[i])
    near(p[i], 5*math.sin(8*math.pi*t[i])*(v[i] + s), 1e-9*5, "power on mass and shaker")
    near(w[i], 3*(2*v[i] + 1*s), 1e-9*3, "power of gravity")
  end
  local _, external = run:series "energy.external"
  local work = run:integral "push.power" + run:integral "weight.power"
  near(work, external[#external], tolerance, "work")
  assert(run.summary.energy.relative_remainder < 1e-6, "the support takes what the load gives it: " .. run.summary.energy.relative_remainder)
  local alone = jounce.run(shaken{ "mass" }, options)
  assert(math.abs(alone:integral "push.power" - run:integral "push.power") > 1e-3, "control")
end

-- A mechanism: a pendulum that is pushed at its end, under its weight, with a driven crank that is pushed, too.
local m = jounce.model{ name = "pendulum" }
m:body{ name = "bar", mass = 2, inertia = 0.1, points = { O = { -0.5, 0 }, A = { 0.5, 0 } } }
m:revolute{ name = "O", between = { { 0, 0 }, "bar.O" } }
m:body{ name = "crank", mass = 1, inertia = 0.2, points = { P = { 0, 0 }, B = { 0.3, 0 } } }
m:revolute{ name = "P", between = { { 5, 0 }, "crank.P" } }
m:drive{ joint = "P", speed = 4 }
m:load{ name = "push", nodes = { "bar.A", "crank.B" }, direction = { 0, 1, 0 }, force = jounce.signal.sine{ amplitude = 3, frequency = 1 } }
m:load{ name = "twist", nodes = { "bar.A" }, axis = { 0, 0, -1 }, moment = 0.5 }
m:gravity{ acceleration = { 0, -9.81, 0 }, name = "weight" }
local run = jounce.run(m, { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = 1e-3, duration = 1,
  record = { probes = { "push.power", "twist.power", "weight.power", "bar.angle", "bar.vangle", "bar.vy", "crank.angle", "energy.external", "energy.remainder" } } })
local t, p = run:series "push.power"
local s = {}
for _, name in ipairs{ "twist.power", "weight.power", "bar.angle", "bar.vangle", "bar.vy", "crank.angle", "energy.external" } do s[name] = select(2, run:series(name)) end
for i = 1, #t do
  local angle, rate = s["bar.angle"][i], s["bar.vangle"][i]
  near(p[i], 3*math.sin(2*math.pi*t[i])*(math.cos(angle)*rate + 0.3*4*math.cos(s["crank.angle"][i])), 1e-8, "power at the ends")
  near(s["twist.power"][i], -0.5*rate, 1e-9, "power of a moment")
  near(s["weight.power"][i], -9.81*2*s["bar.vy"][i], 1e-8, "power of the weight")
end
local work = run:integral "push.power" + run:integral "twist.power" + run:integral "weight.power"
near(work, s["energy.external"][#t], 1e-5, "work in a mechanism")

-- A function along a bar that is moved as a whole does not move the mass on a spring above it: event_driven flies as without it, one flight a
-- step, and the power is f(t) L s'(t).
do
  local f = function(t) return 7*math.cos(11*t) end
  local function carried(along)
    local m = jounce.model{ name = "carried" }
    local bar = m:beam{ name = "bar", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 1, section = jounce.section.circle{ diameter = 0.01 },
      material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
    m:fix{ nodes = bar.nodes, dofs = { "ux", "uy", "rx", "ry", "rz" } }
    for _, node in ipairs(bar.nodes) do m:prescribe{ node = node, dof = "uz", motion = jounce.signal.sine{ amplitude = 0.01, frequency = 3 } } end
    m:point{ name = "mass", at = { 0, 0, 1 }, mass = 2, free = { "uz" } }
    m:spring{ from = bar.nodes[1], to = "mass", direction = { 0, 0, 1 }, stiffness = 1000, damping = 2 }
    m:load{ name = "push", nodes = { "mass" }, direction = { 0, 0, 1 }, force = 5 }
    if along then m:distributed_load{ name = "extra", beam = "bar", direction = { 0, 0, 1 }, force_per_length = f } end
    return m
  end
  local options = { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = 1e-3, duration = 0.5 }
  options.record = { probes = { "extra.power", "mass.uz", "energy.external", "energy.remainder", "push.power" } }
  local run = jounce.run(carried(true), options)
  options.record = { probes = { "mass.uz" } }
  local without = jounce.run(carried(), options)
  assert(run.summary.steps == without.summary.steps, "steps: " .. run.summary.steps .. " for " .. without.summary.steps)
  near(run:at("mass.uz", 0.5), without:at("mass.uz", 0.5), 0, "motion")
  local t, p = run:series "extra.power"
  for i = 1, #t do near(p[i], f(t[i])*0.5*0.01*6*math.pi*math.cos(6*math.pi*t[i]), 1e-12, "power of a function") end
  local _, external = run:series "energy.external"
  near(run:integral "extra.power" + run:integral "push.power", external[#external], 1e-9, "work with a function")
  assert(run.summary.energy.relative_remainder < 1e-9, "balance: " .. run.summary.energy.relative_remainder)
  assert(not table.concat(run.summary.notes or {}):find "closed form", "no note")
end

-- The integral of the power of a fast force and moment on a swinging body is their work, the term `external`, known to 1e-10. Control: straight
-- lines between records every millisecond err by h^2/12 times the change of the power's slope, 3 N times 3 m/s times 57/s twice: 1e-4.
do
  local function work_of_push(step)
    local p = jounce.model{ name = "pendulum" }
    p:body{ name = "bar", mass = 2, inertia = 0.1, points = { O = { -0.5, 0 }, A = { 0.5, 0 } } }
    p:revolute{ name = "O", between = { { 0, 0 }, "bar.O" } }
    p:load{ name = "push", nodes = { "bar.A" }, direction = { 0, 1, 0 }, force = jounce.signal.sine{ amplitude = 3, frequency = 9 } }
    p:load{ name = "twist", nodes = { "bar.A" }, axis = { 0, 0, 1 }, moment = jounce.signal.sine{ amplitude = 0.3, frequency = 9 } }
    local swing = jounce.run(p, { method = jounce.method.event_driven{ tolerance = 1e-11 }, step = step, duration = 0.97,
      record = { probes = { "push.power", "twist.power", "energy.external" } } })
    local times, power = swing:series "push.power"
    local _, turning = swing:series "twist.power"
    local lines = 0
    for i = 2, #times do lines = lines + (times[i] - times[i - 1])*(power[i] + power[i - 1] + turning[i] + turning[i - 1])/2 end
    local _, work = swing:series "energy.external"
    return swing:integral "push.power" + swing:integral "twist.power" - work[#work], lines - work[#work]
  end
  local fine, lines = work_of_push(1e-3)
  near(fine, 0, 1e-10, "work by records of 1 ms")
  assert(math.abs(lines) > 1e-6, "control: " .. lines)
end
