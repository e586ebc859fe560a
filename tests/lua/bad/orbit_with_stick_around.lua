-- expect: 1 9: orbit: friction 'ring' around a circular gap must be a law that is a function of the slip speed (coulomb with 'regularisation_speed', adams, threshold, lugre), got the set-valued friction.coulomb
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local rough = function(w) return oscillator(w, nil, function(model)
  model:point{ name = "rotor", at = { 1, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:spring{ from = "rotor", direction = { 1, 0, 0 }, stiffness = 1 }
  model:spring{ from = "rotor", direction = { 0, 1, 0 }, stiffness = 1 }
  model:circular_gap{ name = "ring", node = "rotor", axis = { 0, 0, 1 }, clearance = 1, law = jounce.law.hertz{ stiffness = 100 }, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
end) end
jounce.orbit{ model = rough, parameter = 1.6, period = 2*math.pi/1.6 }
