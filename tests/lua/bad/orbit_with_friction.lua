-- expect: 1 6: orbit: friction 'belt' is not differentiated yet; leave it out, or follow the motion by jounce.sweep
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local rough = function(w) return oscillator(w, nil, function(model)
  model:friction{ name = "belt", node = "mass", direction = { 1, 0, 0 }, normal_force = 1, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
end) end
jounce.orbit{ model = rough, parameter = 1.6, period = 2*math.pi/1.6 }
