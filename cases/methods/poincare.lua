-- Poincare sections of the impact oscillator x" + x = cos w t, x >= 0, v -> -r v: settled on 1, 2 and 6 periods of the load, and chaotic.
-- Source: S. W. Shaw, P. J. Holmes (1983), doi:10.1016/0022-460X(83)90407-8; the closed form of the (1, 1) orbit, and for the others
-- the closed flight between two impacts, repeated here without the library.
-- Expected: w = 2.5, r = 0.7: period 1, speed 0.6739560538; w = 2.7: period 2, two speeds; w = 2.65: period 6; w = 2.85, r = 0.8: none.
local jounce = require "jounce"

local p = jounce.parameters{ periods = 1200, settle = 600, chaos = 6000 }

-- Speeds of the last impacts: x = a cos(t - t0) + b sin(t - t0) + cos(w t)/(1 - w^2) from one x = 0 to the next.
local function speeds(w, r, impacts, last)
  local gamma, t, v, out = 1/(1 - w^2), 0, 0.5, {}
  for i = 1, impacts do
    local t0, a, b = t, -gamma*math.cos(w*t), v + gamma*w*math.sin(w*t)
    local function x(at) return a*math.cos(at - t0) + b*math.sin(at - t0) + gamma*math.cos(w*at) end
    local low = t0 + 1e-3
    while x(low + 1e-2) > 0 do low = low + 1e-2 end
    local high = low + 1e-2
    for _ = 1, 55 do
      local middle = (low + high)/2
      if x(middle) > 0 then low = middle else high = middle end
    end
    t = low
    local meets = a*math.sin(t - t0) - b*math.cos(t - t0) + gamma*w*math.sin(w*t)
    if i > impacts - last then out[#out + 1] = meets end
    v = r*meets
  end
  table.sort(out)
  return out
end

local function oscillator(w, r, periods)
  local model = jounce.model{ name = string.format("w = %g, r = %g", w, r) }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
  model:load{ node = "mass", direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "negative", law = jounce.law.rigid{ restitution = r } }
  model:initial{ node = "mass", velocity = { 0.5, 0, 0 } }
  local T = 2*math.pi/w
  return T, jounce.run(model, { method = jounce.method.precise{}, step = T/100, duration = periods*T, energy = false,
                                record = { from = p.settle*T, probes = { "mass.ux", "mass.ux_velocity" } } })
end

local rows, sections = {}, {}
for _, case in ipairs{ { 2.5, 0.7, 1 }, { 2.7, 0.7, 2 }, { 2.65, 0.7, 6 }, { 2.85, 0.8, "none" } } do
  local w, r, expected = table.unpack(case)
  local T, run = oscillator(w, r, expected == "none" and p.chaos or p.periods)
  local section = run:section{ period = T, probes = { "mass.ux", "mass.ux_velocity" } }
  local impacts = run:section{ at = "impacts", gap = "stop", period = T, after = true, probes = { "mass.ux_velocity" } }
  assert(section.period == expected and section.distinct == expected, "period " .. section.period .. ", expected " .. expected)
  if expected ~= "none" then                                                  -- every impact of one turn, against the closed flights
    assert(impacts.period == expected)
    local reference, found = speeds(w, r, 1500, expected), {}
    for i = 1, expected do found[i] = -impacts[#impacts - i + 1]["mass.ux_velocity"] end
    table.sort(found)
    for i = 1, expected do
      assert(math.abs(found[i] - reference[i]) < 1e-8, string.format("speed %.12g differs from %.12g", found[i], reference[i]))
    end
  end
  if expected == 1 then                                                       -- the closed form of the orbit itself
    local V = math.abs(1/(1 - w^2))/math.sqrt(((1 + r)*math.sin(T)/(2*(1 - math.cos(T))))^2 + ((1 - r)/(2*w))^2)
    assert(math.abs(impacts.statistics["mass.ux_velocity"].mean + V) < 1e-9)
  end
  local speed = run:statistics{ period = T, from = p.settle*T }.gaps.stop.speed
  rows[#rows + 1] = { w, r, tostring(section.period), tostring(impacts.distinct), #impacts/(#section - 1), speed.mean, speed.standard_deviation, speed.max }
  sections[#sections + 1] = section
  if expected == 2 then run:plot{ x = "mass.ux", y = "mass.ux_velocity", from = p.settle*T, file = "out/poincare/portrait.png" } end
end
jounce.print_table{ title = "impact oscillator", rows = rows,
  columns = { "w", "r", "period", "impact speeds", "impacts/period", "mean speed [m/s]", "standard deviation", "max" } }
sections[4]:print()
sections[4]:csv "out/poincare/chaos.csv"
sections[4]:plot({ x = "mass.ux", y = "mass.ux_velocity", file = "out/poincare/section.png" }, sections[3], sections[2], sections[1])
