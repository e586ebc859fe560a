-- expect: 1 3: orbit: 'parameter' is required with a function 'model' (number)
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
jounce.orbit{ model = oscillator, period = 2*math.pi/1.6 }
