-- expect: 1 4: continue.step: 'first' must be at most 'max' = 0.1, got 0.5
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.55, to = 1.65, step = { first = 0.5, max = 0.1 } }
