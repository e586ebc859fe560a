-- A prescribed motion by a function of the script: without its derivatives event_driven says that differences limit its accuracy; with
-- them it reaches the tolerance. Reference: the same motion as a signal, which has a closed form.
local jounce = require "jounce"

local function run(motion)
  local model = jounce.model{ name = "moved spring" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:node{ name = "end", at = { 0, 0, 0 } }
  model:prescribe{ node = "end", dof = "ux", motion = motion }
  model:spring{ from = "end", to = "p", direction = { 1, 0, 0 }, stiffness = 100, damping = 1e-3 }
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-11 }, step = 0.5, duration = 2, record = { probes = { "p.ux" } } })
end
local function told(result)
  for _, note in ipairs(result.summary.notes) do
    if note:find("is a function without derivatives", 1, true) and note:find("motion_without_derivatives.lua:", 1, true) then return true end
  end
  return false
end

local plain = run(function(t) return 0.01*math.sin(9*t) end)
local whole = run(function(t) return 0.01*math.sin(9*t), 0.09*math.cos(9*t), -0.81*math.sin(9*t) end)
local sine = run(jounce.signal.sine{ amplitude = 0.01, frequency = 9/2/math.pi })
assert(told(plain) and not told(whole) and not told(sine))
local _, expected = sine:series "p.ux"
local _, found = whole:series "p.ux"
for i = 1, #expected do assert(math.abs(found[i] - expected[i]) < 1e-12, found[i] - expected[i]) end
