-- expect: 1 4: orbit: gap 'stop': law.gharib_hurmuzlu_second keeps its permanent indentation from one impact to the next, so that no motion returns to its start; law.gharib_hurmuzlu_second has no orbit
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local law = jounce.law.gharib_hurmuzlu_second{ stiffness = 1e4, restitution = 0.7 }
jounce.orbit{ model = function(w) return oscillator(w, law) end, parameter = 1.6, period = 2*math.pi/1.6 }
