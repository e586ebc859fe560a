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
