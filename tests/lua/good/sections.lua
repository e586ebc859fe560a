-- Poincare sections from Lua, against closed forms: a forced oscillator, a bouncing ball, an impact oscillator with period 2, a motion
-- of two frequencies.
local jounce = require "jounce"
local pi <const> = math.pi
local function near(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.15g differs from %.15g by more than %g", name, value, reference, tolerance))
end
local event_driven = jounce.method.event_driven{ tolerance = 1e-12 }

-- x" + 2 D w0 x' + w0^2 x = sin w t from its steady state: one point, at any phase.
do
  local w0, w, D = 20, 33, 0.05
  local re, im = w0^2 - w^2, 2*D*w0*w
  local s = 1/(re^2 + im^2)
  local model = jounce.model{ name = "forced" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = w0^2, damping = 2*D*w0 }
  model:load{ node = "p", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*pi) } }
  model:initial{ node = "p", displacement = { -s*im, 0, 0 }, velocity = { s*re*w, 0, 0 } }
  local T = 2*pi/w
  local run = jounce.run(model, { method = event_driven, step = T/200, duration = 40*T, record = { probes = { "p.ux", "p.ux_velocity" } } })
  for _, phase in ipairs{ 0, 0.3 } do
    local section = run:section{ period = T, phase = phase, from = 2*T, probes = { "p.ux", "p.ux_velocity" } }
    local x = s*(re*math.sin(2*pi*phase) - im*math.cos(2*pi*phase))
    local v = s*w*(re*math.cos(2*pi*phase) + im*math.sin(2*pi*phase))
    assert(#section == (phase == 0 and 39 or 38) and section.period == 1 and section.distinct == 1 and section.missed == 0)
    for k, row in ipairs(section) do
      near("time", row.time, (1 + k + phase)*T, 1e-12)
      near("x", row["p.ux"], x, 1e-9*s*w0^2)
      near("v", row["p.ux_velocity"], v, 1e-7*s*w0^2)
    end
    near("mean", section.statistics["p.ux"].mean, x, 1e-9*s*w0^2)
    assert(section.statistics["p.ux"].standard_deviation < 1e-9*s*w0^2)
    assert(#section:rows() == #section and section:rows()[1].time == section[1].time)
    section:plot{ x = "p.ux", y = "p.ux_velocity", file = "forced.png" }
    section:plot({ x = "time", y = "p.ux", file = "forced.svg" }, section)
    section:csv "forced.csv"
  end
  -- Crossings of zero: rising twice the steady phase apart from falling, the speed the amplitude's.
  local a = math.sqrt(s)
  local rising = run:section{ probe = "p.ux", value = 0, probes = { "p.ux_velocity" } }
  local both = run:section{ probe = "p.ux", direction = "both", probes = { "p.ux_velocity" }, period = T }
  assert(#rising == 40 and #both == 80 and rising.period == 1 and both.period == 2 and both.distinct == 2)
  for _, row in ipairs(rising) do near("speed at zero", row["p.ux_velocity"], a*w, 1e-7*a*w) end
  near("half a period", both[2].time - both[1].time, T/2, 1e-9*T)
  near("phase", both[1].phase, both[1].time/T, 1e-12)
  -- A phase portrait and an orbit, alone and of two runs.
  run:plot{ x = "p.ux", y = "p.ux_velocity", file = "portrait.png" }
  run:plot({ x = "p.ux", y = "p.ux", equal = true, circle = a, from = 3*T, to = 4.5*T, file = "orbit.svg" }, run)
  run:plot{ probes = { "p.ux" }, from = 3*T, to = 4*T, file = "over_time.svg" }
end

-- A ball on a rigid floor: speeds v e^k before and v e^(k + 1) after, flights 2 v e^k/g.
do
  local g, e, h = 9.81, 0.9, 1
  local model = jounce.model{ name = "ball" }
  model:point{ name = "ball", at = { 0, 0, h }, mass = 1, free = { "uz" } }
  model:gap{ name = "floor", node = "ball", direction = { 0, 0, 1 }, clearance = h, sides = "negative", law = jounce.law.rigid{ restitution = e } }
  model:gravity{ 0, 0, -g }
  local run = jounce.run(model, { method = event_driven, step = 1e-2, duration = 7, record = { probes = { "ball.uz", "ball.uz_velocity" } } })
  local section = run:section{ at = "impacts", gap = "floor", after = true, period = 2, probes = { "ball.uz", "ball.uz_velocity" } }
  local v, t = math.sqrt(2*g*h), math.sqrt(2*h/g)
  for k = 1, 12 do
    near("impact", section[k].time, t, 1e-10)
    near("phase", section[k].phase, (t/2) % 1, 1e-10)
    near("height", section[k]["ball.uz"], -h, 1e-10)
    near("before", section[k]["ball.uz_velocity"], -v, 1e-9)
    near("after", section[k]["ball.uz_velocity after"], e*v, 1e-9)
    assert(section[k].gap == "floor" and section[k].side == "negative" and section[k].number == k)
    t, v = t + 2*e*v/g, e*v
  end
  assert(section.period == "none" and section.distinct == "none")
  assert(#section == #run:impacts "floor" and #section == section.statistics["ball.uz_velocity"].count)
  near("slowest of all", section.statistics["ball.uz_velocity"].max, -math.sqrt(2*g*h)*e^(#section - 1), 1e-9)
  section:plot{ x = "phase", y = "ball.uz_velocity after", file = "impacts.png" }
  local later = run:section{ at = "impacts", from = 3, to = 5, probes = { "ball.uz" } }
  for _, row in ipairs(later) do assert(row.time >= 3 and row.time <= 5 and row.phase == nil and row["ball.uz after"] == nil) end
  assert(#later > 0 and #later < #section)
  assert(#run:section{ at = "impacts", side = "positive", probes = { "ball.uz" } } == 0)
end

-- The impact oscillator x" + x = cos w t, x >= 0, v -> -r v; y = x.
local function oscillator(w, s, r, speed, phase, duration, from)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1 }
  model:load{ node = "p", direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*pi), phase = phase + pi/2, offset = -s } }
  model:gap{ name = "stop", node = "p", direction = { 1, 0, 0 }, clearance = 0, sides = "negative", law = jounce.law.rigid{ restitution = r } }
  model:initial{ node = "p", velocity = { speed, 0, 0 } }
  return jounce.run(model, { method = event_driven, step = 2*pi/w/200, duration = duration, record = { from = from, probes = { "p.ux", "p.ux_velocity" } } })
end

-- The (1, 2) orbit of Shaw and Holmes (1983), doi:10.1016/0022-460X(83)90407-8, started exactly: one impact in two periods.
do
  local w, s, r, n, V = 4, 0.02, 0.6, 2, 1.2719189352
  local T = 2*pi*n/w
  local a, b = (1 + r)*V*math.sin(T)/(2*(1 - math.cos(T))), (1 + r)*V/2
  local phase = math.atan((b - r*V)*(1 - w^2)/w, (s - a)*(1 - w^2))
  local run = oscillator(w, s, r, r*V, phase, 12*T, 0)
  local section = run:section{ period = T/n, phase = 0.25, probes = { "p.ux", "p.ux_velocity" } }
  assert(section.period == 2 and section.distinct == 2, tostring(section.period))
  for k = 1, 2 do
    local t = (k - 0.75)*T/n
    near("point " .. k, section[k]["p.ux"], a*math.cos(t) + b*math.sin(t) + math.cos(w*t + phase)/(1 - w^2) - s, 1e-8)
  end
  local impacts = run:section{ at = "impacts", gap = "stop", period = T/n, probes = { "p.ux_velocity" } }
  assert(impacts.period == 1 and impacts.distinct == 1)
  near("speed", impacts.statistics["p.ux_velocity"].mean, -V, 1e-8)
end

-- At w = 2.7, r = 0.7 the motion settles on two impacts in two periods with two speeds. Reference: the closed form of the flight and
-- bisection for the next impact, repeated.
do
  local w, r = 2.7, 0.7
  local gamma = 1/(1 - w^2)
  local function flight(t0, v0)                                -- from x = 0 at t0 with v0 > 0 to the next x = 0
    local a, b = -gamma*math.cos(w*t0), v0 + gamma*w*math.sin(w*t0)
    local function x(t) return a*math.cos(t - t0) + b*math.sin(t - t0) + gamma*math.cos(w*t) end
    local low = t0 + 1e-3
    while x(low + 1e-2) > 0 do low = low + 1e-2 end
    local high = low + 1e-2
    for _ = 1, 60 do
      local middle = (low + high)/2
      if x(middle) > 0 then low = middle else high = middle end
    end
    return low, -a*math.sin(low - t0) + b*math.cos(low - t0) - gamma*w*math.sin(w*low)
  end
  local t, v, last = 0, 0.5, 0
  for _ = 1, 1200 do
    last = v
    t, v = flight(t, v)
    v = -r*v
  end
  local T = 2*pi/w
  local run = oscillator(w, 0, r, 0.5, 0, 1000*T, 800*T)
  local stroboscopic = run:section{ period = T, probes = { "p.ux", "p.ux_velocity" } }
  assert(#stroboscopic == 201 and stroboscopic.period == 2 and stroboscopic.distinct == 2)
  local impacts = run:section{ at = "impacts", gap = "stop", after = true, probes = { "p.ux_velocity" } }
  assert(#impacts == 200 and impacts.period == 2 and impacts.distinct == 2)
  local s = impacts.statistics["p.ux_velocity after"]
  near("slower", s.min, math.min(v, last), 1e-8)
  near("faster", s.max, math.max(v, last), 1e-8)
  assert(s.max - s.min > 5e-3)
  assert(run:steady{ period = T }.period == 2)
end

-- Undamped and forced: A cos w0 t + B cos w t with no common period. Once a period of the force: points on a closed curve,
-- (x - B)^2 + (v/w0)^2 = A^2, and none comes again.
do
  local w0, w, A = 1, math.sqrt(7), 0.3
  local B = 1/(w0^2 - w^2)
  local model = jounce.model{ name = "two frequencies" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = w0^2 }
  model:load{ node = "p", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*pi), phase = pi/2 } }
  model:initial{ node = "p", displacement = { A + B, 0, 0 } }
  local T = 2*pi/w
  local run = jounce.run(model, { method = event_driven, step = T/200, duration = 400*T, record = { probes = { "p.ux", "p.ux_velocity" } } })
  local section = run:section{ period = T, probes = { "p.ux", "p.ux_velocity" } }
  assert(#section == 401 and section.period == "none" and section.distinct == "none")
  for _, row in ipairs(section) do near("radius", math.sqrt((row["p.ux"] - B)^2 + (row["p.ux_velocity"]/w0)^2), A, 1e-7) end
  assert(tostring(section):find "not periodic" and section.missed == 0)
end
