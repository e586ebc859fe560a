-- expect: 1 5: continue at w = 1.6000...
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, parameter_name = "w",
  period = 2*math.pi/1.6 }
jounce.continue{ orbit = orbit, from = 1.5, to = 1.7 }
