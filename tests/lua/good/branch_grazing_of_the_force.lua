-- A contact that its force begins (kelvin_voigt, transition = "force") touches where the force of the linear response,
-- K d + C d', has a maximum of zero: |X(w)| sqrt(K^2 + (C w)^2) = K gap with X = q/(k - m w^2 + i c w). The branch has a grazing
-- there in either direction, and passes it without tiny steps.
local jounce = require "jounce"
local m, k, c, q, K, C, gap = 1.3, 20, 0.5, 5, 2000, 6, 0.04

local function oscillator(w)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = k, damping = c }
  model:load{ nodes = { "m" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = q, frequency = w/(2*math.pi) } }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, clearance = gap, sides = "positive",
             law = jounce.law.kelvin_voigt{ stiffness = K, damping = C, transition = "force" } }
  return model
end

local function excess(w) return q/math.sqrt((k - m*w^2)^2 + (c*w)^2)*math.sqrt(K^2 + (C*w)^2) - K*gap end
local low, high = 10.5, 10.6
for _ = 1, 60 do
  local middle = (low + high)/2
  if excess(middle) > 0 then low = middle else high = middle end
end
-- Control: the bodies touch at another frequency, where |X(w)| = gap.
assert(math.abs(q/math.sqrt((k - m*low^2)^2 + (c*low)^2)/gap - 1) > 1e-4)

local function period(w) return 2*math.pi/w end
local start = 10.62
local real, imaginary = k - m*start^2, c*start  -- X(w) = q/(real + i imaginary)
local scale = q/(real^2 + imaginary^2)
local orbit = jounce.orbit{ model = oscillator, parameter = start, period = period,
                            guess = { ["m.ux"] = -imaginary*scale, ["m.ux_velocity"] = start*real*scale } }
for _ = 1, 2 do  -- from flight into contact, and back from its last orbit
  local branch = jounce.continue{ orbit = orbit, from = 10.45, to = 10.65 }
  local grazings = {}
  for _, point in ipairs(branch.special) do if point.kind == "grazing" then table.insert(grazings, point) end end
  assert(#grazings == 1, #grazings .. " grazings from " .. orbit.label)
  local at = grazings[1]
  assert(math.abs(at.parameter - low) < 1e-10, at.parameter .. " for " .. low)
  assert(at.label == "(0, 1)" and branch[#branch].label == "(0, 1)" and branch[1].label == "(1, 1)", at.label)
  assert(branch.ends[1].reason == "range" and branch.ends[2].reason == "range")
  assert(#branch < 120, #branch .. " points")
  orbit = jounce.orbit{ model = oscillator, parameter = 10.45, period = period, guess = branch[1] }
end
