-- expect: 1 5: continue.second: second has no effect on the orbit of 'point'
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 1.55, to = 1.8 }
jounce.continue{ point = branch.special[1], second = { model = function(w) return oscillator(w) end, parameter = 0.9, from = 0.7, to = 0.95 } }
