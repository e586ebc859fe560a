-- Orbits of two turns at a grazing: x'' + 0.1 x' + x = cos w t before a rigid stop that the linear response touches at w = 2.5. One
-- impact in two periods has a closed form: with the impact speed V, the flow E of the free motion over both periods and the restitution
-- r, the free motion behind the impact is h = V (1 + r) (E - 1)^-1 (0, 1), and (s - h_x)^2 + ((r V + h_v)/w)^2 = |H(i w)|^2.
local jounce = require "jounce"
local touching, damping, restitution, periods = 2.5, 0.1, 0.8, 2
local function response(w) return 1/math.sqrt((1 - w^2)^2 + (damping*w)^2) end
local clearance = response(touching)

local function oscillator(w)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = damping }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = clearance, sides = "positive",
             law = jounce.law.rigid{ restitution = restitution } }
  return model
end

--- Both impact speeds at w.
local function speeds(w)
  local z, t = damping/2, periods*2*math.pi/w
  local d = math.sqrt(1 - z^2)
  local e, c, s = math.exp(-z*t), math.cos(d*t), math.sin(d*t)/d
  local a11, a12, a21, a22 = e*(c + z*s) - 1, e*s, -e*s, e*(c - z*s) - 1
  local det = a11*a22 - a12*a21
  local hx, hv = -(1 + restitution)*a12/det, (1 + restitution)*a11/det
  local q = (restitution + hv)/w
  local c2, c1, c0 = hx^2 + q^2, -2*hx*clearance, clearance^2 - response(w)^2
  local root = math.sqrt(c1^2 - 4*c2*c0)
  return (-c1 - root)/(2*c2), (-c1 + root)/(2*c2)
end

local orbit = jounce.orbit{ model = oscillator, parameter = 2.55, period = function(w) return 2*math.pi/w end, settle = 200 }
assert(orbit.label == "(0, 1)")
local branch = jounce.continue{ orbit = orbit, from = 2.4, to = 2.6, points = 60, detect = { "grazing" } }
local grazing
for _, point in ipairs(branch.special) do if point.label == "(0, 1)" then grazing = point end end
assert(math.abs(grazing.parameter - touching) < 1e-10)
local doubled = grazing:switch{ turns = periods, points = 20 }
local compared, range = 0, 0
for _, point in ipairs(doubled) do
  if point.label == "(1, 2)" and not point.kind then
    local low, high = speeds(point.parameter)
    local v = point.impact_speeds[1]
    -- A residual of 1e-9 is magnified by 1/v.
    local off = math.min(math.abs(v - low), math.abs(v - high))
    assert(off < 1e-7, v .. " at " .. point.parameter .. " differs from " .. low .. " and " .. high)
    compared, range = compared + 1, math.max(range, v)
  end
end
assert(compared >= 10 and range > 0.01, compared .. " orbits, up to " .. range)
-- Of three turns there are none.
local ok, message = pcall(grazing.switch, grazing, { turns = 3 })
assert(not ok and tostring(message):find("no orbit of 3 periods was found near the grazing at parameter = 2.5", 1, true), message)
