-- expect: 1 4: continue: 'point' must be a special point of a branch, got another object
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ point = orbit, second = { model = oscillator, parameter = 1, from = 0, to = 2 } }
