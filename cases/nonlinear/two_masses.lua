-- Two masses, of which one meets a spring stop (the system of NLvib's example 03, M. Krack and J. Gross (2019), doi
-- 10.1007/978-3-030-14023-6, with the contact located instead of smeared): the branch over the load's frequency is followed with three
-- step sizes, which find the same special points.
-- Expected: two grazings where the linear response reaches the gap, 0.581899639039 and 0.653440140416; folds at 0.653440134549 (6e-9 from
-- the grazing) and 0.755627352609; period doublings at 0.738783025373 and 0.755586159356; Neimark-Sacker points at 0.581900650365 and
-- 0.618606874267; multipliers 0.761146752209 +- 0.355527687194 i and -0.793040129429 +- 0.130866482689 i at 0.72 with one impact.
local jounce = require "jounce"

local function two_masses(w)
  local model = jounce.model{ name = "two masses" }
  model:point{ name = "first", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:point{ name = "second", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "first", to = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:spring{ from = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:load{ nodes = { "second" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 0.1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "first", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.hooke{ stiffness = 100 } }
  return model
end

local expected = {
  { "grazing", 0.581899639039 }, { "neimark_sacker", 0.581900650365 }, { "neimark_sacker", 0.618606874267 },
  { "period_doubling", 0.738783025373 }, { "period_doubling", 0.755586159356 }, { "fold", 0.755627352609 },
  { "fold", 0.653440134549 }, { "grazing", 0.653440140416 },
}

-- The first displacement of the linear response: the grazings are where its amplitude is the gap.
local function amplitude(w)
  -- (K + i w C - w^2 M) q = (0, 0.1), C = 0.03 K, K = [1, -1; -1, 2]
  local function times(a, b) return { a[1]*b[1] - a[2]*b[2], a[1]*b[2] + a[2]*b[1] } end
  local c = { 1, 0.03*w }
  local d1, d2 = { c[1] - w^2, c[2] }, { 2*c[1] - w^2, 2*c[2] }
  local det, off = times(d1, d2), times(c, c)
  det = { det[1] - off[1], det[2] - off[2] }
  return 0.1*math.sqrt((c[1]^2 + c[2]^2)/(det[1]^2 + det[2]^2))
end

local function near(what, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, ("%s: %.14g differs from %.14g"):format(what, value, reference))
end

local orbit = jounce.orbit{ model = two_masses, parameter = 0.7, parameter_name = "w",
  period = function(w) return 2*math.pi/w end, settle = 0 }
local rows, shown = {}, nil
for _, max in ipairs{ 0.05, 0.02, 0.005 } do
  local branch = jounce.continue{ orbit = orbit, from = 0.5, to = 0.9, step = { first = math.min(0.01, max), max = max } }
  assert(#branch.special == #expected, #branch.special .. " special points")
  for i, point in ipairs(branch.special) do
    assert(point.kind == expected[i][1], point.kind .. " in the place of " .. expected[i][1])
    near(point.kind, point.parameter, expected[i][2], 2e-12)
    if point.kind == "grazing" then near("gap", amplitude(point.parameter), 1, 1e-10) end
    rows[i] = rows[i] or { point.kind, ("%.12f"):format(point.parameter), point.label }
    rows[i][#rows[i] + 1] = ("%.1e"):format(math.abs(point.parameter - expected[i][2]))
  end
  shown = shown or branch
end
jounce.print_table{ title = "special points and what they differ by with steps up to 0.05, 0.02 and 0.005",
  columns = { "kind", "w", "label", "0.05", "0.02", "0.005" }, rows = rows }
shown:csv "out/two_masses.csv"
shown:plot{ y = "first.ux.max", title = "two masses, one with a stop", file = "out/two_masses.svg" }

-- The orbit with one impact at 0.72.
local guess
for _, point in ipairs(shown) do
  if point.label == "(1, 1)" and (not guess or math.abs(point.parameter - 0.72) < math.abs(guess.parameter - 0.72))
     and point.max["first.ux"] > 1.05 then guess = point end
end
local there = jounce.orbit{ model = two_masses, parameter = 0.72, period = function(w) return 2*math.pi/w end, guess = guess }
local mu = there.multipliers
near("multiplier", mu[1].re, 0.761146752209, 1e-9)
near("multiplier", math.abs(mu[1].im), 0.355527687194, 1e-9)
near("multiplier", mu[3].re, -0.793040129429, 1e-9)
near("multiplier", math.abs(mu[3].im), 0.130866482689, 1e-9)
