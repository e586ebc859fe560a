-- Observed orders of Newmark and of the precise method over one impact under laws with different onsets, with and without located events.
-- Source: N. M. Newmark (1959), doi:10.1061/JMCEA3.0000098; laws as cited in docs/theory/dissipative_laws.md. Reference: event_driven.
-- Expected, located: min(p, 1 + s) for a force that grows as t^s after the onset, s not an integer, otherwise p. Stepwise: 1 where the
-- force jumps; otherwise not below the located order.
local jounce = require "jounce"

local p = jounce.parameters{ halvings = 4, offsets = 8 }
local m <const>, v <const>, gap <const> = 1.3, 0.8, 1e-3

local K <const> = 4e8
local hertz = jounce.law.hertz{ stiffness = K }
local laws = {
  { "hooke", jounce.law.hooke{ stiffness = 3e5 }, 1 },
  { "hertz", hertz, 1.5 },
  { "kelvin_voigt", jounce.law.kelvin_voigt{ stiffness = 3e5, damping = 200 }, 0 },
  { "hunt_crossley, linear", jounce.law.hunt_crossley{ elastic = jounce.law.hooke{ stiffness = 3e5 }, restitution = 0.6 }, 1 },
  { "hunt_crossley", jounce.law.hunt_crossley{ elastic = hertz, restitution = 0.6 }, 1.5 },
  { "lankarani_nikravesh", jounce.law.lankarani_nikravesh{ elastic = hertz, restitution = 0.6 }, 1.5 },
  { "flores", jounce.law.flores{ elastic = hertz, restitution = 0.6 }, 1.5 },
  { "tan", jounce.law.tan{ elastic = hertz, restitution = 0.6 }, 1.5 },
  { "tsuji", jounce.law.tsuji{ elastic = hertz, restitution = 0.6, reduced_mass = m }, 0.25 },
  { "adams_impact", jounce.law.adams_impact{ stiffness = K, exponent = 1.5, damping = 300, depth = 2e-3 }, 1.5 },
  { "dubowsky_freudenstein_dashpot", jounce.law.dubowsky_freudenstein_dashpot{ elastic = hertz, damping = 200 }, 0, 1.5 },
}

local function model(law)
  local out = jounce.model{ name = "one impact" }
  out:point{ name = "mass", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  out:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = gap, sides = "positive", law = law }
  return out
end

local function final(law, method, start, step, duration, events)
  local case = model(law)
  case:initial{ node = "mass", displacement = { start, 0, 0 }, velocity = { v, 0, 0 } }
  local run = jounce.run(case, { method = method, step = step, duration = duration, events = events, energy = false,
                                 record = { every = 1000000, probes = { "mass.ux", "mass.ux_velocity" } } })
  return run:at("mass.ux", duration), run:at("mass.ux_velocity", duration)
end

-- Order from the last halvings, from the root mean square over the positions of the onset in its step.
local function order(law, method, events)
  local contact = 3.2e-3
  local errors = {}
  for level = 0, p.halvings do
    local step, sum = contact/60/2^level, 0
    for offset = 1, p.offsets do
      -- The distance to the stop is seven steps and a part of one at every level.
      local start = gap - v*step*(7 + (offset - 0.5)/p.offsets)
      local duration = 2.5*contact
      local x, u = final(law, method, start, step, duration, events)
      local X, U = final(law, jounce.method.event_driven{ tolerance = 1e-13 }, start, contact, duration)
      sum = sum + ((x - X)/(v*contact))^2 + ((u - U)/v)^2
    end
    errors[#errors + 1] = math.sqrt(sum/p.offsets)
  end
  return math.log(errors[#errors - 2]/errors[#errors], 4), errors[#errors]
end

local rows = {}
local newmark, precise = jounce.method.newmark{}, jounce.method.precise{ order = 4 }
for _, case in ipairs(laws) do
  local name, law, s, next_power = table.unpack(case)
  local broken = next_power or s   -- what is not an integer
  local function bound(q) return broken == math.floor(broken) and q or math.min(q, 1 + broken) end
  local n, en = order(law, newmark, "locate")
  local ns, ens = order(law, newmark, "stepwise")
  local q, eq = order(law, precise, "locate")
  -- More than a tenth from the limit: errors of two halvings, means of eight positions.
  assert(n > bound(2) - 0.15 and q > bound(4) - 0.15, string.format("%s: order %.2f and %.2f", name, n, q))
  assert(s > 0 or ns < 1.2, "control: a jump that is met at the ends of steps leaves the first order")
  rows[#rows + 1] = { name, next_power and s .. ", " .. next_power or s, bound(2), string.format("%.2f", n), string.format("%.1e", en), string.format("%.2f", ns), string.format("%.1e", ens),
                      bound(4), string.format("%.2f", q), string.format("%.1e", eq) }
end
jounce.print_table{ title = "orders over one impact, the force growing as t^s", rows = rows,
  columns = { "law", "s", "Newmark, expected", "located", "error", "stepwise", "error", "precise 4, expected", "located", "error" } }
