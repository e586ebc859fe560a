-- Curves of special points in two parameters: doublings and grazings against closed forms, a Neimark-Sacker curve against the point
-- that a branch at its end finds.
local jounce = require "jounce"

local function near(a, b, tolerance) assert(math.abs(a - b) <= tolerance, a .. " differs from " .. b) end
local function period(w) return 2*math.pi/w end
local function special_of(branch, kind, at)
  local nearest
  for _, point in ipairs(branch.special) do
    if point.kind == kind and (not nearest or math.abs(point.parameter - at) < math.abs(nearest.parameter - at)) then nearest = point end
  end
  return nearest or error("no " .. kind)
end

local function oscillator(z, clearance, restitution, w)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 2*z }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = clearance, sides = "positive",
             law = jounce.law.rigid{ restitution = restitution } }
  return model
end

-- The doubling of the undamped mass at a stop without clearance: 1 + trace + r^2 = 0 in closed form.
local function undamped(w, r) return oscillator(0, 0, r or 0.8, w) end
local orbit = jounce.orbit{ model = undamped, parameter = 2.6, period = period,
  guess = { phase = 0, ["mass.ux"] = -0.55, ["mass.ux_velocity"] = 0 } }
local branch = jounce.continue{ orbit = orbit, from = 2.6, to = 2.68, detect = { "period_doubling" }, step = { max = 0.1 } }
local doublings = jounce.continue{ point = special_of(branch, "period_doubling", 2.65), step = { max = 0.2 },
  second = { model = undamped, parameter = 0.8, from = 0.6, to = 0.9, name = "r" } }
near(doublings[1].second, 0.6, 1e-12)
near(doublings[1].parameter, 2.6557788912391, 1e-10)
near(doublings[#doublings].second, 0.9, 1e-12)
near(doublings[#doublings].parameter, 2.6528855979029, 1e-10)

-- The grazing over the clearance: the amplitude of the free motion, 1/|1 - w^2 + 0.1 i w|.
local function damped(w, clearance) return oscillator(0.05, clearance or 1, 0.8, w) end
local denominator = (1 - 1.5^2)^2 + 0.01*1.5^2
local free = jounce.orbit{ model = damped, parameter = 1.5, period = period,
  guess = { phase = 0, ["mass.ux"] = (1 - 1.5^2)/denominator, ["mass.ux_velocity"] = 0.1*1.5^2/denominator } }
assert(free.label == "(0, 1)")
local touching = jounce.continue{ orbit = free, from = 1.38, to = 1.5, detect = { "grazing" }, step = { max = 0.1 } }
local grazings = jounce.continue{ point = special_of(touching, "grazing", 1.41), step = { max = 0.2 },
  second = { model = damped, parameter = 1, from = 0.9, to = 1.1, name = "clearance" } }
assert(#grazings > 2)
for _, point in ipairs(grazings) do
  assert(point.smallest_opening == 0, point.smallest_opening)     -- the mass touches the stop, by the definition of the curve
  near(1/math.sqrt((1 - point.parameter^2)^2 + 0.01*point.parameter^2), point.second, 1e-8)
end

-- The system of cases/nonlinear/two_masses.lua: its Neimark-Sacker point at 0.618606874267 over the stiffness of the stop.
local function two_masses(w, stiffness)
  local model = jounce.model{ name = "two masses" }
  model:point{ name = "first", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:point{ name = "second", at = { 1, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "first", to = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:spring{ from = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:load{ nodes = { "second" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 0.1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "first", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.hooke{ stiffness = stiffness or 100 } }
  return model
end
local contact = jounce.orbit{ model = two_masses, parameter = 0.64, period = period, settle = 0, guess = { phase = 0 } }
local main = jounce.continue{ orbit = contact, from = 0.575, to = 0.9, step = { max = 0.05 }, points = 4000 }
local pair = special_of(main, "neimark_sacker", 0.6186)
near(pair.parameter, 0.618606874267, 1e-9)
local curve = jounce.continue{ point = pair, step = { max = 0.1 },
  second = { model = two_masses, parameter = 100, from = 90, to = 100, name = "stiffness" } }
local last = curve[1].second < curve[#curve].second and curve[1] or curve[#curve]
near(last.second, 90, 1e-9)
local softer = jounce.orbit{ model = function(w) return two_masses(w, 90) end, parameter = last.parameter, period = period, guess = last }
local across = jounce.continue{ orbit = softer, from = last.parameter - 0.01, to = last.parameter + 0.01 }
near(special_of(across, "neimark_sacker", last.parameter).parameter, last.parameter, 1e-9)
