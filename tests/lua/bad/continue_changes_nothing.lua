-- expect: 1 5: continue: parameter has no effect: 'model' gives the same model at 1 and at 2
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = function() return oscillator(1.6) end, parameter = 1,
  period = 2*math.pi/1.6 }
jounce.continue{ orbit = orbit, from = 0, to = 2 }
