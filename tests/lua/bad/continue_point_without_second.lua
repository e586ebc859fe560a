-- expect: 1 4: continue: 'second' is required with 'point' (table { model = ..., parameter = ..., from = ..., to = ... })
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ point = orbit }
