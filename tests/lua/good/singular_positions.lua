-- A ball leaps in a ring on the rod of two wheels, which goes through its dead points; records fall on them. Witness: the same rod
-- carried round by given motions, whose equations are solvable everywhere.
local jounce = require "jounce"
local pi <const> = math.pi

local r, span, w, start = 0.3, 1.5, 2*pi, pi/2
local law = jounce.law.hunt_crossley{ stiffness = 1e8, exponent = 1.5, restitution = 0.7 }

local function ball(m)
  m:body{ name = "ball", mass = 2, inertia = 0.002 }
  m:revolute_clearance{ name = "ring", bearing = "rod.C", journal = "ball", bearing_radius = 0.2, journal_radius = 0.05, law = law }
end

local function wheels()
  local m = jounce.model{ name = "wheels" }
  m:gravity{ 0, -9.81, 0 }
  for _, wheel in ipairs{ "W1", "W2" } do m:body{ name = wheel, mass = 20, inertia = 0.5, points = { O = { 0, 0 }, P = { r, 0 } } } end
  m:body{ name = "rod", mass = 8, inertia = 1.4, points = { A = { -0.5, 0 }, B = { span - 0.5, 0 }, C = { 0.4, 0 } } }
  m:revolute{ name = "O1", between = { { 0, 0 }, "W1.O" } }
  m:revolute{ name = "O2", between = { { span, 0 }, "W2.O" } }
  m:revolute{ name = "A", between = { "W1.P", "rod.A" } }
  m:revolute{ name = "B", between = { "W2.P", "rod.B" } }
  ball(m)
  m:drive{ joint = "O1", speed = w }
  m:assemble{ angles = { W1 = start, W2 = start, rod = 0, ball = 0 } }
  return m
end

local function carried()
  local m = jounce.model{ name = "carried" }
  m:gravity{ 0, -9.81, 0 }
  m:body{ name = "wheel", mass = 20, inertia = 0.5, points = { O = { 0, 0 }, P = { r, 0 } } }
  m:body{ name = "rod", mass = 8, inertia = 1.4, points = { A = { -0.5, 0 }, C = { 0.4, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "wheel.O" } }
  m:revolute{ name = "A", between = { "wheel.P", "rod.A" } }
  ball(m)
  m:drive{ joint = "O", speed = w }
  m:drive{ joint = "A", speed = -w }
  m:assemble{ angles = { wheel = start, rod = 0, ball = 0 } }
  return m
end

local duration = 1.2
local function go(model)
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-11 }, step = 1e-3, duration = duration,
                             record = { probes = { "ball.x", "ball.vy", "rod.x", "rod.ax" } } })
end
local through, given = go(wheels()), go(carried())
local a, b = through:impacts "ring", given:impacts "ring"
assert(#a == #b and #a > 8, #a .. " and " .. #b .. " impacts")
-- What the tolerance leaves grows with each impact in a ring.
for i = 1, #a do
  assert(math.abs(a[i].time_in - b[i].time_in) < 1e-7, string.format("impact %d: %.12g and %.12g", i, a[i].time_in, b[i].time_in))
end
for i = 0, 1200 do
  local t = i*1e-3
  assert(math.abs(through:at("rod.ax", t) + r*w^2*math.cos(start + w*t)) < 1e-5, "at " .. t)
  assert(math.abs(through:at("ball.x", t) - given:at("ball.x", t)) < 1e-7, "at " .. t)
end
