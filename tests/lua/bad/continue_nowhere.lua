-- expect: 1 4: continue: 'from' and 'to' must differ, got 1.6 twice
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.6, to = 1.6 }
