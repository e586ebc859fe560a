-- A parameter that changes the model but not the orbit: a restitution without impacts, and a load that differs farther away.
local jounce = require "jounce"

local function oscillator(restitution, force)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = force, frequency = 1/math.pi, phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = jounce.law.rigid{ restitution = restitution } }
  return model
end
-- x'' + 0.1 x' + x = f cos 2 t
local function amplitude(f) return f/math.sqrt(9 + 0.04) end
local function near(a, b, tolerance) assert(math.abs(a - b) <= tolerance, a .. " differs from " .. b) end

local orbit = jounce.orbit{ model = function(r) return oscillator(r, 1) end, parameter = 0.65, period = math.pi }
local branch = jounce.continue{ orbit = orbit, from = 0.2, to = 1, step = { max = 0.2 } }
assert(branch.ends[1].reason == "range" and branch.ends[2].reason == "range" and #branch.special == 0)
assert(branch[1].parameter == 0.2 and branch[#branch].parameter == 1)
for _, point in ipairs(branch) do near(point.smallest_opening, 1 - amplitude(1), 1e-12) end

-- Orbits end where the load jumps, or at 1e-5 of the range before, over which the derivative by the parameter is a difference.
orbit = jounce.orbit{ model = function(p) return oscillator(0.8, p > 0.7 and 1.5 or 1) end, parameter = 0.5, period = math.pi }
branch = jounce.continue{ orbit = orbit, from = 0, to = 1, step = { max = 0.2 } }
assert(branch.ends[1].reason == "range")
near(branch.ends[2].parameter, 0.7, 2e-5)
assert(branch.ends[2].reason == "no further orbit" and branch.ends[2].why == "the branch has a kink")
assert(branch.ends[1].why == nil)

-- From flight into two rigid stops at once no orbit is found, and the end says so: it is the grazing of the linear response.
local function between_stops(w)
  local model = jounce.model{ name = "between stops" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "both",
             law = jounce.law.rigid{ restitution = 0.8 } }
  return model
end
orbit = jounce.orbit{ model = between_stops, parameter = 1.9, period = function(w) return 2*math.pi/w end, settle = 100 }
assert(orbit.label == "(0, 1)")
branch = jounce.continue{ orbit = orbit, from = 1.3, to = 2, step = { max = 0.2 } }
near(branch.ends[1].parameter, 1.410673597966588, 1e-9)
local why = "it touches a stop there, and no orbit with a further contact is found"
assert(branch.ends[1].why == why, branch.ends[1].why)
assert(#branch.special == 1 and branch.special[1].kind == "grazing" and branch.special[1] == branch[1])
near(branch[1].parameter, 1.410673597966588, 1e-11)
assert(tostring(branch):find("no further orbit: " .. why, 1, true))
