-- One mass at a stop under cos w t.
local jounce = require "jounce"

return function(w, law, extra)
  local model = jounce.model{ name = "oscillator" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1, damping = 0.1 }
  model:load{ nodes = { "mass" }, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 1, sides = "positive",
             law = law or jounce.law.rigid{ restitution = 0.8 } }
  model:initial{ node = "mass", velocity = { 3, 0, 0 } }
  if extra then extra(model) end
  return model
end
