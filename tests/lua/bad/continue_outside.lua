-- expect: 1 4: continue: the orbit's parameter, 1.6, must lie between 'from' = 1.7 and 'to' = 2
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.7, to = 2 }
