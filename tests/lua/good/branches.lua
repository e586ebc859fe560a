-- A branch as a list of points with its special ones, its file, and a curve in two parameters.
local jounce = require "jounce"

local function oscillator(w, restitution)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.rigid{ restitution = restitution or 0.8 } }
  model:initial{ node = "mass", velocity = { 3, 0, 0 } }
  return model
end
local function period(w) return 2*math.pi/w end
local function near(a, b, tolerance) assert(math.abs(a - b) <= tolerance, a .. " differs from " .. b) end

local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, parameter_name = "w", period = period }
local branch = jounce.continue{ orbit = orbit, from = 1.9, to = 1.35, step = { first = 0.02, max = 0.1 },
  probes = { "mass.ux", "stop.opening" } }

-- Points lie in order along the branch, from the end towards `from`; `ends` says where.
assert(#branch > 30 and #branch.ends == 2 and branch.parameter_name == "w")
for i, point in ipairs(branch) do
  assert(i == 1 or point.arc > branch[i - 1].arc or point.kind or branch[i - 1].kind, "points are not in order")
  near(point.period, period(point.parameter), 1e-14)
  assert(#point.multipliers == 2 and point.max["mass.ux"] >= point.min["mass.ux"])
  -- Liouville: det = r^(2m) exp(-2 z T), of orbits that do not touch within the rounding of a multiplier.
  local one, two = point.multipliers[1], point.multipliers[2]
  local det = one.re*two.re - one.im*two.im
  if not point.kind and (point.smallest_impact_speed or 1) > 0.1 then
    near(det, 0.64^#point.impact_speeds*math.exp(-0.1*point.period), 1e-8)
  end
  assert(point.label == ("(%d, 1)"):format(#point.impact_speeds))
end
for i, finish in ipairs(branch.ends) do
  assert(finish.reason == "range")
  near(finish.parameter, i == 1 and branch[1].parameter or branch[#branch].parameter, 0)
end

local kinds = {}
for _, point in ipairs(branch.special) do
  kinds[#kinds + 1] = point.kind
  assert(point.bracket[1] <= point.bracket[2] and point.bracket[2] - point.bracket[1] < 1e-6)
  if point.kind == "fold" then
    near(point.parameter, 1.750142623676665, 1e-11)
    assert(point.stable == nil)
  else
    near(point.parameter, 1.410673597966588, 1e-11)
    assert(point.stable == "none at grazing" and point.turns and point.label == "(0, 1)")
    near(point.max["mass.ux"], 1, 1e-8)                            -- a cubic over 1/128 of a period
    near(point.min["stop.opening"], 0, 1e-8)
  end
end
assert(table.concat(kinds, " ") == "fold grazing" or table.concat(kinds, " ") == "grazing fold", table.concat(kinds, " "))
assert(tostring(branch):find("fold", 1, true) and tostring(branch[1]):find("w = ", 1, true))

-- `detect` leaves out the fold, and nothing else changes.
local quiet = jounce.continue{ orbit = orbit, from = 1.55, to = 1.8, step = { max = 0.1 }, detect = { "grazing" } }
assert(#quiet.special == 0 and #quiet > 10)

-- The unstable orbit of the same parameter is a guess like any other.
local other
for i = 2, #branch do
  local a, b = branch[i - 1], branch[i]
  if a.label == "(1, 1)" and a.stable == false and (a.parameter - 1.6)*(b.parameter - 1.6) <= 0 then other = a end
end
local unstable = jounce.orbit{ model = oscillator, parameter = 1.6, period = period, guess = other }
near(unstable.impacts[1].speed_in, 1.032662856800, 1e-10)
assert(unstable.stable == false)
local run = jounce.run(oscillator(other.parameter), { initial = other:state(), duration = other.period, method = jounce.method.event_driven{} })
near(run:impacts()[1].speed_in, other.impact_speeds[1], 1e-9)

branch:csv "branch.csv"
branch:plot({ y = "mass.ux.max", file = "branch.svg", title = "both" }, quiet)

-- The fold over the restitution: its own value is on the curve, and any point of the curve is a fold of a branch.
local fold
for _, point in ipairs(branch.special) do if point.kind == "fold" then fold = point end end
local curve = jounce.continue{ point = fold, step = { max = 0.1 },
  second = { model = oscillator, parameter = 0.8, from = 0.75, to = 0.85, name = "r" } }
near(curve[1].second, 0.75, 1e-12)
near(curve[#curve].second, 0.85, 1e-12)
assert(curve[1].kind == "fold" and #curve.special == 0)
local r = curve[1].second
local there = jounce.orbit{ model = function(w) return oscillator(w, r) end, parameter = curve[1].parameter - 0.01, period = period,
  guess = curve[1] }
local again = jounce.continue{ orbit = there, from = curve[1].parameter - 0.02, to = curve[1].parameter + 0.02 }
near(again.special[1].parameter, curve[1].parameter, 1e-10)
curve:csv "curve.csv"
curve:plot{ file = "curve.svg" }
