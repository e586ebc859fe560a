-- Rigid stops: a bouncing ball beyond its accumulation point, and the impact oscillator x" + x = cos wt, x >= s, v -> -r v.
-- Source: S. W. Shaw, P. J. Holmes (1983), doi:10.1016/0022-460X(83)90407-8. The (1, n) orbits are started exactly and must stay.
-- Expected: ball dropped from 1 m, e = 0.9, g = 9.81: impacts at 0.451524, 1.264266, 1.995734 s, accumulation at 8.578949 s, then rest.
-- (w, s, r, n) = (2, 0, 0.8, 1): speed 20/3; (4, 0.02, 0.6, 2): 1.2719189352; (2.5, 0, 0.7, 1) attracts: 0.6739560538.
local jounce = require "jounce"

local p = jounce.parameters{ tolerance = 1e-12 }
local event_driven = jounce.method.event_driven{ tolerance = p.tolerance }

local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.11g", value), string.format("%.11g", reference), string.format("%.1e", value - reference) }
end

-- The ball, by Newmark with located events (parabolas are exact) and by event_driven.
local g <const>, e <const> = 9.81, 0.9
local first = math.sqrt(2/g)
local accumulation = first*(1 + e)/(1 - e)
for _, method in ipairs{ jounce.method.newmark{}, event_driven } do
  local model = jounce.model{ name = "bouncing ball" }
  model:point{ name = "ball", at = { 0, 0, 1 }, mass = 1, free = { "uz" } }
  model:gap{ name = "floor", node = "ball", direction = { 0, 0, 1 }, clearance = 1, sides = "negative", law = jounce.law.rigid{ restitution = e } }
  model:gravity{ 0, 0, -g }
  local run = jounce.run(model, { method = method, step = 1e-2, duration = 12, record = { probes = { "ball.uz", "ball.uz_velocity", "floor.force" } } })
  local hits = run:impacts "floor"
  local t, flight = first, 2*first
  for i = 1, 3 do
    check("ball: impact " .. i .. " [s]", hits[i].time_in, t, 1e-11)
    flight = flight*e
    t = t + flight
  end
  local last = hits[#hits]
  check("ball: accumulation [s]", last.time_in, accumulation, 1e-5)   -- impacts below the law's minimum_speed stick
  check("ball: height at 12 s [m]", run:at("ball.uz", 12), -1, 1e-12)
  check("ball: force at 12 s [N]", run:at("floor.force", 12), g, 1e-11)
end

-- The oscillator, in y = x - s >= 0; `start` is y' and the angle of the forcing after an impact.
local function oscillator(w, s, r, speed, phase, duration)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
  model:load{ node = "mass", direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = phase + math.pi/2, offset = -s } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "negative", law = jounce.law.rigid{ restitution = r } }
  model:initial{ node = "mass", velocity = { speed, 0, 0 } }
  return jounce.run(model, { method = event_driven, step = 2*math.pi/w, duration = duration }):impacts "stop"
end

-- x = a cos t + b sin t + cos(wt + phase)/(1 - w^2), at s with r V after an impact, and again at s with -V after n periods.
for _, orbit in ipairs{ { 2, 0, 0.8, 1, 20/3 }, { 4, 0.02, 0.6, 2, 1.2719189352 } } do
  local w, s, r, n, V = table.unpack(orbit)
  local T = 2*math.pi*n/w
  local a, b = (1 + r)*V*math.sin(T)/(2*(1 - math.cos(T))), (1 + r)*V/2
  local phase = math.atan((b - r*V)*(1 - w^2)/w, (s - a)*(1 - w^2))
  local hits = oscillator(w, s, r, r*V, phase, 20.5*T)
  assert(#hits == 20, "not one impact per period")
  check(string.format("orbit (1,%d): speed 20", n), hits[20].speed_in, V, 2e-9)
  check(string.format("orbit (1,%d): impact 20 [s]", n), hits[20].time_in, 20*T, 2e-8)
end

-- For s = 0 the closed form gives V itself; any initial state ends on this orbit.
do
  local w, r = 2.5, 0.7
  local T = 2*math.pi/w
  local V = 1/math.abs(1 - w^2)/math.sqrt(((1 + r)*math.sin(T)/(2*(1 - math.cos(T))))^2 + ((1 - r)/(2*w))^2)
  local hits = oscillator(w, 0, r, 0.5, 0, 400*T)
  check("w = 2.5, r = 0.7, from elsewhere: speed", hits[#hits].speed_in, V, 1e-9)
end
jounce.print_table{ title = "rigid stops", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }
