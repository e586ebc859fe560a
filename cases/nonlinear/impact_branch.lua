-- One mass that strikes a rigid stop under cos w t: an orbit, its branch over the frequency, and its fold over two parameters.
-- Expected, in closed form: impact speed 3.744689995076 at w = 1.6; a fold at w = 1.750142623677, where the stable and the unstable
-- orbit meet; a grazing at w = 1.410673597967, where |1 - w^2 + 0.1 i w| = 1 and the orbit no longer strikes; the fold at a clearance of
-- 0.8 and 1.2: w = 1.7992573830134 and 1.7069858554263.
local jounce = require "jounce"

local function oscillator(w, clearance)
  local model = jounce.model{ name = "impact oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = clearance or 1, sides = "positive",
             law = jounce.law.rigid{ restitution = 0.8 } }
  model:initial{ node = "mass", velocity = { 3, 0, 0 } }
  return model
end

local function near(what, value, expected, tolerance)
  assert(math.abs(value - expected) <= tolerance, ("%s: %.15g differs from %.15g"):format(what, value, expected))
end

local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, parameter_name = "w", period = function(w) return 2*math.pi/w end }
near("impact speed", orbit.impacts[1].speed_in, 3.744689995076, 1e-11)

local branch = jounce.continue{ orbit = orbit, from = 1.2, to = 2 }
print(branch)
local found = {}
for _, point in ipairs(branch.special) do found[point.kind] = point end
near("fold", found.fold.parameter, 1.750142623676665, 1e-11)
near("grazing", found.grazing.parameter, 1.410673597966588, 1e-11)
branch:csv "out/impact_branch.csv"
branch:plot{ y = "mass.ux_velocity.max", file = "out/impact_branch.svg" }

local curve = jounce.continue{ point = found.fold,
  second = { model = oscillator, parameter = 1, from = 0.8, to = 1.2, name = "clearance" } }
print(curve)
near("fold at 0.8", curve[1].parameter, 1.7992573830134, 1e-11)
near("fold at 1.2", curve[#curve].parameter, 1.7069858554263, 1e-11)
curve:plot{ file = "out/impact_fold.svg" }
