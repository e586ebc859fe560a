-- A block on a shaken table: it slides both ways, slides and sticks, hardly slides, sticks.
-- Source: code_aster SDND104: base acceleration A sin 2 pi t, mu g = 1 m/s2, N = 10 N, from rest.
-- Expected: mean friction power over [4, 12] s 15.2670, 0.40906, 2.26164e-4, 0 W for A = 15, 1.5, 1.01, 0.99 m/s2; steady 15.1146 W.
local jounce = require "jounce"

local p = jounce.parameters{ step = 5e-4 }

local N <const>, m <const> = 10, 10   -- mu = 1
local rows = {}
local function check(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.12g differs from %.12g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.7g", value), string.format("%.7g", reference), string.format("%.1e", value - reference) }
end

local function shaken(A, duration, step, method)
  local model = jounce.model{ name = "block on a shaken table" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:friction{ name = "table", node = "block", direction = { 1, 0, 0 }, normal_force = N, friction = jounce.friction.coulomb{ coefficient = 1 } }
  model:base_motion{ direction = { 1, 0, 0 }, acceleration = jounce.signal.sine{ amplitude = A, frequency = 1 } }
  return jounce.run(model, { method = method or jounce.method.newmark{}, step = step or p.step, duration = duration, energy = { every = 1 },
                             record = { probes = { "energy.friction", "table.slip_speed", "energy.remainder" } } })
end
local function power(run, from, to) return (run:at("energy.friction", to) - run:at("energy.friction", from))/(to - from) end

-- Closed form of each phase: relative to the table, slip v = v0 + A/w (cos w t - cos w t0) - s mu g (t - t0) along s = 1 or -1 until
-- v = 0, found by bisection; then it slips on where A |sin w t| exceeds mu g, or sticks until it does. The work of friction is N |distance|.
local function exact_power(A, from, to)
  local w, g = 2*math.pi, N/m
  local t, v, work, s = 0, 0, 0, 0
  local function bisect(inside, low, high)
    for _ = 1, 80 do
      local middle = (low + high)/2
      if inside(middle) then low = middle else high = middle end
    end
    return high
  end
  while t < to do
    if s == 0 then
      if A <= g then break end
      local k = math.floor(2*t)   -- the half period, and what is left of its sine
      local loose = k/2 + math.asin(g/A)/w
      if A*math.abs(math.sin(w*t)) <= g*(1 - 1e-12) or t < loose then t = t < loose and loose or loose + 0.5 end
      s = math.sin(w*(t + 1e-6)) > 0 and -1 or 1
    end
    local t0, v0 = t, v
    local function speed(at) return v0 + A/w*(math.cos(w*at) - math.cos(w*t0)) - s*g*(at - t0) end
    local function way(at) return v0*(at - t0) + A/w*((math.sin(w*at) - math.sin(w*t0))/w - math.cos(w*t0)*(at - t0)) - s*g*(at - t0)^2/2 end
    local function slips(at) return s*speed(at) > 0 end
    t = t0 + 1e-4
    while slips(t) and t < to do t = t + 1e-3 end
    local stop = t < to and bisect(slips, t > t0 + 1e-3 and t - 1e-3 or t0 + 1e-5, t) or to
    local low, high = math.max(t0, from), math.min(stop, to)
    if high > low then work = work + N*s*(way(high) - way(low)) end
    t, v, s = stop, 0, A*math.abs(math.sin(w*stop)) > g and (math.sin(w*stop) > 0 and -1 or 1) or 0
  end
  return work/(to - from)
end

for _, case in ipairs{ { 15, 15.2670, 1.1e-4 }, { 1.5, 0.40906, 1.2e-5 }, { 1.01, 2.26164e-4, 3e-9, p.step/5 }, { 0.99, 0, 1e-15 } } do
  local A, reference, tolerance, step = table.unpack(case)
  local run = shaken(A, 12, step)
  check(string.format("A = %g m/s2: mean friction power [W]", A), power(run, 4, 12), reference, tolerance)
  local log = run:friction_events "table"
  -- A = 15 reverses without sticking, twice a second except for the first drift; 0.99 never slides.
  if A == 15 then for _, e in ipairs(log) do assert(e.event == "reversal" or e.time < 2e-2, e.event) end end
  if A == 1.5 then assert(run.summary.frictions[1].sticks >= 22, "sticks in every half cycle") end
  if A == 0.99 then assert(#log == 0, "it sticks from the begin") end
  local exact = power(shaken(A, 12, 0.05, jounce.method.event_driven{ tolerance = 1e-12 }), 4, 12)
  check(string.format("A = %g m/s2, event_driven: mean friction power [W]", A), exact, reference, tolerance)
  check(string.format("A = %g m/s2, event_driven: closed form [W]", A), exact, exact_power(A, 4, 12), 1e-9*math.max(reference, 1e-3))
end

-- The steady motion: the block's speed is a triangle wave. With w t1 the phase of reversal, v_rel = 0 there and half a cycle later:
-- cos(w t1) = pi mu g/(2 A), and the power is N (2 A/(pi w)) sin(w t1).
local steady = N*2*15/(math.pi*2*math.pi)*math.sqrt(1 - (math.pi/(2*15))^2)
check("steady limit, closed form [W]", steady, 15.1146, 5e-5)
check("A = 15 m/s2: from 40 to 44 s [W]", power(shaken(15, 44), 40, 44), steady, 3e-2)
check("A = 15 m/s2, event_driven: from 120 to 124 s [W]", power(shaken(15, 124, 0.05, jounce.method.event_driven{}), 120, 124), steady, 1e-6)
jounce.print_table{ title = "block on a shaken table", columns = { "quantity", "computed", "reference", "difference" }, rows = rows }
