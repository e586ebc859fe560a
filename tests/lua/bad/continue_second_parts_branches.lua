-- expect: 3 20: the curve cannot start: the second parameter parts the branches that cross at this branch_point; branch points have a curve where both parameters keep what makes branches cross, as the symmetry of the model
-- The symmetric orbit of a mass between two stops has a branch point; stops at different distances have none.
local jounce = require "jounce"
local function oscillator(w, offset)
  local model = jounce.model{ name = "between stops" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.05/math.sqrt(0.3) }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1/0.3, frequency = w/(2*math.pi), phase = math.pi/2 } }
  for name, sign in pairs{ right = 1, left = -1 } do
    model:gap{ name = name, node = "mass", direction = { sign, 0, 0 }, clearance = 1 + sign*(offset or 0), sides = "positive",
               law = jounce.law.rigid{ restitution = 0.75 } }
  end
  return model
end
local orbit = jounce.orbit{ model = oscillator, parameter = 2.2, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 2, to = 2.25, detect = { "branch_point" }, step = { max = 0.1 } }
local crossing
for _, point in ipairs(branch.special) do if math.abs(point.parameter - 2.0551) < 0.01 then crossing = point end end
jounce.continue{ point = crossing, second = { model = oscillator, parameter = 0, from = -0.1, to = 0.1, name = "offset" } }
