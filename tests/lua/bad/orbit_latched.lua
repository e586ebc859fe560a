-- expect: 1 4: orbit: gap 'stop': the transition "latched" of law.kelvin_voigt makes the motion depend on more than its state: whether a body that is inside had left before; it has no derivative
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local law = jounce.law.kelvin_voigt{ stiffness = 100, damping = 1, transition = "latched" }
jounce.orbit{ model = function(w) return oscillator(w, law) end, parameter = 1.6, period = 2*math.pi/1.6 }
