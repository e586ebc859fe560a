-- The largest force of a damped contact of a body is reached before its largest indentation: both are in the impact log.
-- Physics: 1 kg strikes a spring and damper, x = v/wd exp(-z w t) sin wd t; the largest k x + c x' where its derivative is zero,
-- found by bisection, and the largest x at tan wd t = wd/(z w). Tolerance: a thousand times that of the method. Control: the force
-- at the largest indentation is a twentieth lower.
local jounce = require "jounce"
local m, k, v, z <const> = 1, 1e4, 0.5, 0.3
local w = math.sqrt(k/m)
local wd, c = w*math.sqrt(1 - z^2), 2*z*w*m
local model = jounce.model{ name = "damped" }
model:body{ name = "ball", mass = m, inertia = 1 }
model:gap{ name = "stop", node = "ball", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.kelvin_voigt{ stiffness = k, damping = c } }
model:initial{ node = "ball", velocity = { v, 0, 0 } }
local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-9 }, step = 0.01, duration = 0.1 })
local function x(t) return v/wd*math.exp(-z*w*t)*math.sin(wd*t) end
local function rate(t) return v*math.exp(-z*w*t)*(math.cos(wd*t) - z*w/wd*math.sin(wd*t)) end
local function force(t) return k*x(t) + c*rate(t) end
local function slope(t) return k*rate(t) - c/m*force(t) end
local low, high = 0, math.atan(wd, z*w)/wd
local deepest = x(high)
for _ = 1, 60 do
  local middle = (low + high)/2
  if slope(middle) > 0 then low = middle else high = middle end
end
local impact = run:impacts("stop")[1]
assert(math.abs(impact.peak_force/force(low) - 1) < 1e-6, "peak force")
assert(math.abs(impact.max_indentation/deepest - 1) < 1e-6, "largest indentation")
assert(k*deepest < 0.95*force(low), "control")
