-- The effect of a coarse step on an impact, and the stability limits of the methods in contact.
-- Sources: Y. Xu et al. (2022), doi:10.3390/machines10090814, sec. 2.3; N. M. Newmark (1959), doi:10.1061/JMCEA3.0000098; roots of
-- the characteristic polynomial of Adams' extrapolation in Duhamel's integral (equations in docs/theory/precise.md).
-- Expected: (1) an elastic bounce with omega_c h = 3.6, detected at the ends of steps only, returns with up to twice its speed on a
-- linear stop and 1.7 times on a Hertz stop, depending on the position of the onset in the step: "unconditionally stable" applies
-- to linear systems. With located events Newmark gives restitution 1 on a linear stop at every step. Up to omega_c h = 0.3
-- all errors are below 1.2 %, except for explicit forces, which lose up to 4 % there. (2) Explicit forces of order 3 have
-- the largest root 0.999981, 0.99859, 0.98098, 0.99902 at omega_c h = 0.1, 0.3, 0.6, 0.966 and grow above 0.96699; with damping
-- ratios 0.05, 0.1, 0.2 of the contact above 1.06337, 1.14352, 1.30133.
local jounce = require "jounce"

local p = jounce.parameters{ offsets = 60 }

local m <const>, v <const>, k <const> = 1.0, 1.0, 1e6
local wc = math.sqrt(k/m)
-- The Hertz stop whose tangent at the maximum indentation, 3/2 K delta^(1/2) with delta = (5 m v^2/4K)^(2/5), is k as well.
local hertz = ((k/1.5)^5*(4/(5*m*v^2)))^(1/4)
local deepest = (5*m*v^2/(4*hertz))^0.4
local stops = {
  linear = { jounce.law.hooke{ stiffness = k }, math.pi/wc },
  hertz  = { jounce.law.hertz{ stiffness = hertz }, 2.94327513*deepest/v },
}

-- Restitutions of one bounce with step x/omega_c, minimum and maximum over the positions of the onset within a step.
local function bounces(stop, method, x, events)
  local law, contact_time = table.unpack(stops[stop])
  local h = x/wc
  local low, high = math.huge, -math.huge
  for j = 1, p.offsets do
    local onset = h*(3 + (0.137 + 0.6180339887*j) % 1)
    local model = jounce.model{ name = "one bounce" }
    model:point{ name = "mass", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
    model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = v*onset, sides = "positive", law = law }
    model:initial{ node = "mass", velocity = { v, 0, 0 } }
    local run = jounce.run(model, { method = method, step = h, duration = onset + 3*contact_time + 5*h, events = events, energy = false,
                                    record = { every = 1000000, probes = { "mass.ux_velocity" } } })
    local _, speeds = run:series "mass.ux_velocity"
    low, high = math.min(low, -speeds[#speeds]/v), math.max(high, -speeds[#speeds]/v)
  end
  return low, high
end

local newmark, damping = jounce.method.newmark{}, jounce.method.generalized_alpha{ spectral_radius = 0.5 }
local explicit, implicit = jounce.method.precise{ order = 3 }, jounce.method.precise{ contact = "implicit" }
local columns = {
  { "linear, stepwise", "linear", newmark, "stepwise" },  { "linear, located", "linear", newmark, "locate" },
  { "Hertz, stepwise", "hertz", newmark, "stepwise" },    { "Hertz, located", "hertz", newmark, "locate" },
  { "gen.-alpha 0.5", "hertz", damping, "locate" },       { "precise implicit", "hertz", implicit, "locate" },
  { "precise 3", "hertz", explicit, "locate" },
}
local heads, rows, found = { "omega_c h" }, {}, {}
for i, column in ipairs(columns) do heads[i + 1] = column[1] end
for _, x in ipairs{ 0.05, 0.1, 0.2, 0.3, 0.5, 1, 2, 3, 3.6, 4 } do
  local row = { x }
  found[x] = {}
  for i, column in ipairs(columns) do
    if x > 1 and column[3] == explicit then                  -- above its limit: part (2)
      row[i + 1] = "-"
    else
      local low, high = bounces(column[2], column[3], x, column[4])
      row[i + 1] = string.format("%.4f .. %.4f", low, high)
      found[x][i] = { low, high }
      local allowed = column[3] == explicit and 0.04 or 0.012
      assert(x > 0.3 or (low > 1 - allowed and high < 1 + allowed), column[1] .. " at omega_c h " .. x .. ": " .. row[i + 1])
    end
  end
  assert(math.abs(found[x][2][1] - 1) < 1e-9 and math.abs(found[x][2][2] - 1) < 1e-9, "located events on a linear stop")
  rows[#rows + 1] = row
end
jounce.print_table{ title = "restitution of an elastic bounce (1 is right): Newmark by stop and events; others on the Hertz stop, events located",
  columns = heads, rows = rows }
assert(found[3.6][1][2] > 2 and found[3.6][3][2] > 1.5, "the coarse stepwise bounce no longer gains speed")

-- A mass between two preloaded stops is always in contact: the largest root from three consecutive records, after the
-- other roots have decayed. x_(n+2) = a x_(n+1) - r^2 x_n.
local function largest_root(x, zeta)
  local model = jounce.model{ name = "always in contact" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  local law = zeta > 0 and jounce.law.kelvin_voigt{ stiffness = k/2, damping = zeta*wc*m } or jounce.law.hooke{ stiffness = k/2 }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, interference = 1, sides = "both", law = law }
  model:initial{ node = "mass", displacement = { 1e-6, 0, 0 } }
  local run = jounce.run(model, { method = explicit, step = x/wc, duration = 240*x/wc, energy = false,
                                  record = { probes = { "mass.ux" } } })
  local _, u = run:series "mass.ux"
  local n = 235
  return math.sqrt((u[n + 2]^2 - u[n + 1]*u[n + 3])/(u[n + 1]^2 - u[n]*u[n + 2]))
end

rows = {}
for x, root in pairs{ [0.1] = 0.999981, [0.3] = 0.99859, [0.6] = 0.98098, [0.966] = 0.99902 } do
  local measured = largest_root(x, 0)
  rows[#rows + 1] = { x, measured, root }
  assert(math.abs(measured - root) < 1e-5, string.format("largest root at omega_c h = %g: %.6f instead of %.6f", x, measured, root))
end
table.sort(rows, function(a, b) return a[1] < b[1] end)
jounce.print_table{ title = "precise, explicit, order 3: growth per step in contact",
  columns = { "omega_c h", "measured", "largest root" }, rows = rows }

rows = {}
for i, case in ipairs{ { 0, 0.96699 }, { 0.05, 1.06337 }, { 0.1, 1.14352 }, { 0.2, 1.30133 } } do
  local stable, unstable = case[2] - 0.02, case[2] + 0.02
  while unstable - stable > 1e-6 do
    local middle = (stable + unstable)/2
    if largest_root(middle, case[1]) < 1 then stable = middle else unstable = middle end
  end
  rows[i] = { case[1], stable, case[2] }
  assert(math.abs(stable - case[2]) < 2e-5, string.format("limit at damping ratio %g: %.5f instead of %.5f", case[1], stable, case[2]))
end
jounce.print_table{ title = "precise, explicit, order 3: largest stable omega_c h in contact",
  columns = { "damping ratio", "measured", "expected" }, rows = rows }
