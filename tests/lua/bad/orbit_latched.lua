-- expect: 1 4: orbit: gap 'stop': with the transition "latched" of law.kelvin_voigt the motion depends not only on its state, but on whether a body with positive indentation had separated before; it has no derivative
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local law = jounce.law.kelvin_voigt{ stiffness = 100, damping = 1, transition = "latched" }
jounce.orbit{ model = function(w) return oscillator(w, law) end, parameter = 1.6, period = 2*math.pi/1.6 }
