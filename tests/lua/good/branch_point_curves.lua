-- Curves of branch points: where the symmetric orbit of a mass between two stops loses its symmetry.
local jounce = require "jounce"

local function near(a, b, tolerance) assert(math.abs(a - b) <= tolerance, a .. " differs from " .. b) end
local function period(w) return 2*math.pi/w end

-- The system of the C++ tests: x'' + 2 z x' + x = f cos(w t), in which this point is at 1.1256252970015/sqrt(0.3) in closed form.
local pitchfork = 1.1256252970015/math.sqrt(0.3)
local function oscillator(w, size, restitution, law)
  size = size or 1
  local model = jounce.model{ name = "between stops" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.05/math.sqrt(0.3) }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = size/0.3, frequency = w/(2*math.pi), phase = math.pi/2 } }
  for side, sign in pairs{ right = 1, left = -1 } do
    model:gap{ name = side, node = "mass", direction = { sign, 0, 0 }, clearance = size, sides = "positive", 
              law = law or jounce.law.rigid{ restitution = restitution or 0.75 } }
  end
  return model
end
local orbit = jounce.orbit{ model = oscillator, parameter = 2.2, period = period }
assert(orbit.label == "(2, 1)", orbit.label)
local branch = jounce.continue{ orbit = orbit, from = 2, to = 2.25, detect = { "branch_point" }, step = { max = 0.1 } }
local crossing
for _, point in ipairs(branch.special) do
  if point.kind == "branch_point" and math.abs(point.parameter - pitchfork) < 0.01 then crossing = point end
end
near(crossing.parameter, pitchfork, 1e-9)

-- With clearances and load in one proportion the motion is the same in other units: its frequency stays.
local sizes = jounce.continue{ point = crossing, step = { max = 0.1 },
  second = { model = oscillator, parameter = 1, from = 0.9, to = 1.2, name = "size" } }
near(math.min(sizes[1].second, sizes[#sizes].second), 0.9, 1e-12)
near(math.max(sizes[1].second, sizes[#sizes].second), 1.2, 1e-12)
for _, point in ipairs(sizes) do
  assert(point.kind == "branch_point")
  near(point.parameter, pitchfork, 1e-8)
  near(point.max["mass.ux"], point.second, 1e-8)
end

-- Over the restitution it has the values of the closed form.
local function restitutions(w, r) return oscillator(w, 1, r) end
local curve = jounce.continue{ point = crossing, step = { max = 0.2 },
  second = { model = restitutions, parameter = 0.75, from = 0.7, to = 0.8, name = "restitution" } }
for r, w in pairs{ [0.7] = 2.031609212287176, [0.8] = 2.074026947790438 } do
  local point = math.abs(curve[1].second - r) < 1e-9 and curve[1] or curve[#curve]
  near(point.second, r, 1e-12)
  near(point.parameter, w, 1e-8)
end

-- Stops of springs and dampers, whose contacts are integrated: the motion scales in the same way.
local function soft(w, size) return oscillator(w, size, nil, jounce.law.kelvin_voigt{ stiffness = 1000, damping = 2 }) end
orbit = jounce.orbit{ model = soft, parameter = 2.1, period = period }
branch = jounce.continue{ orbit = orbit, from = 1.95, to = 2.1, detect = { "branch_point" }, step = { max = 0.1 } }
crossing = nil
for _, point in ipairs(branch.special) do
  if point.kind == "branch_point" then crossing = point end
end
sizes = jounce.continue{ point = crossing, step = { max = 0.2 },
  second = { model = soft, parameter = 1, from = 0.9, to = 1.1, name = "size" } }
near(math.min(sizes[1].second, sizes[#sizes].second), 0.9, 1e-12)
near(math.max(sizes[1].second, sizes[#sizes].second), 1.1, 1e-12)
for _, point in ipairs(sizes) do near(point.parameter, crossing.parameter, 1e-7) end
