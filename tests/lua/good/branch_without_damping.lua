-- Without damping the multipliers are exp(+-i w T): their product is one on the whole branch, and no Neimark-Sacker point is on it.
local jounce = require "jounce"

local function oscillator(w)
  local model = jounce.model{ name = "undamped" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi) } }
  return model
end

local orbit = jounce.orbit{ model = oscillator, parameter = 1.5, period = function(w) return 2*math.pi/w end, settle = 3, probes = { "mass.ux" } }
local branch = jounce.continue{ orbit = orbit, from = 1.4, to = 1.9, step = { max = 0.1 } }
assert(#branch.special == 0, #branch.special .. " special points")
for _, point in ipairs(branch) do
  local amplitude = 1/(point.parameter^2 - 1)
  assert(math.abs(point.max["mass.ux"]/amplitude - 1) < 1e-9, point.max["mass.ux"] .. " is not " .. amplitude)
end

-- Such a motion beside the two masses of NLvib's example 03, which it does not act on: their Neimark-Sacker points remain
-- (0.5819006504 and 0.6186068743 without it).
local function beside(w)
  local model = jounce.model{ name = "two masses and one without damping" }
  for i, name in ipairs{ "first", "second", "other" } do
    model:point{ name = name, at = { i, 0, 0 }, mass = 1, free = { "ux" } }
  end
  model:spring{ from = "first", to = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:spring{ from = "second", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.03 }
  model:spring{ from = "other", direction = { 1, 0, 0 }, stiffness = 8 }
  model:load{ nodes = { "second" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 0.1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "first", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.hooke{ stiffness = 100 } }
  return model
end
orbit = jounce.orbit{ model = beside, parameter = 0.63, period = function(w) return 2*math.pi/w end, settle = 0 }
branch = jounce.continue{ orbit = orbit, from = 0.57, to = 0.63, step = { max = 0.05 }, detect = { "neimark_sacker" } }
local points = {}
for _, point in ipairs(branch.special) do points[#points + 1] = point.parameter end
table.sort(points)
assert(#points == 2, #points .. " Neimark-Sacker points")
assert(math.abs(points[1] - 0.5819006504) < 1e-8 and math.abs(points[2] - 0.6186068743) < 1e-8, table.concat(points, ", "))
