-- Doublings of a rigid impact oscillator follow each other at distances in Feigenbaum's ratio 4.6692 (1978, doi 10.1007/BF01020332):
-- `switch` finds the doubled orbits however narrow their range is.
local jounce = require "jounce"

local function oscillator(w)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 2, damping = 0.12 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 2, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0.25, sides = "positive",
             law = jounce.law.rigid{ restitution = 0.65 } }
  return model
end

local function doubling(branch)
  for _, point in ipairs(branch.special) do
    if point.kind == "period_doubling" then return point end
  end
end

local orbit = jounce.orbit{ model = oscillator, parameter = 2.15, period = function(w) return 2*math.pi/w end }
local point = doubling(jounce.continue{ orbit = orbit, from = 2.1, to = 2.2, detect = { "period_doubling" } })
local places = { point.parameter }
while #places < 5 do
  local branch = point:switch{ from = 2.17, to = 2.18, step = { first = 1e-4, max = 0.02 }, points = 60 }
  assert(branch[1].periods == 2^#places, branch[1].label)
  point = doubling(branch)
  places[#places + 1] = point.parameter
end
local function error_of(i) return math.abs((places[i] - places[i - 1])/(places[i + 1] - places[i])/4.6692 - 1) end
assert(error_of(4) < 0.005 and error_of(4) < 0.2*error_of(3), error_of(3) .. ", then " .. error_of(4))
