-- A contact whose compression relaxes behind it forgets what was left when the next one begins: a multiplier is zero, and Liouville's formula
-- has nothing to say of the determinant. Without relaxation the same orbit of the same law has it.
local jounce = require "jounce"

local period = 1/2.7
local function orbit(transition)
  local model = jounce.model{ name = "q" }
  model:point{ name = "q", at = { 0, 0, 0 }, mass = 1.5, free = { "ux" } }
  model:spring{ from = "q", direction = { 1, 0, 0 }, stiffness = 600, damping = 3 }
  model:load{ node = "q", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 12, frequency = 2.7 } }
  model:gap{ name = "g", node = "q", direction = { 1, 0, 0 }, clearance = 0.02,
             law = jounce.law.kelvin_voigt{ stiffness = 4000, damping = 30, transition = transition } }
  return jounce.orbit{ model = model, period = period, settle = 200, probes = { "q.ux" } }
end
local relaxed = orbit "relaxation"
assert(relaxed.residual < 1e-9 and relaxed.liouville == nil, tostring(relaxed.liouville))
local smallest = math.huge
for _, mu in ipairs(relaxed.multipliers) do smallest = math.min(smallest, math.sqrt(mu.re^2 + mu.im^2)) end
assert(smallest < 1e-9, smallest)
local plain = orbit "distance"
assert(plain.liouville and plain.liouville < 1e-7, tostring(plain.liouville))
