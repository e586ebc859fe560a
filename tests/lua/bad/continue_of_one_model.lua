-- expect: 1 4: continue: 'orbit' must have a function 'model' of the parameter; this one has a single model
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator(1.6), period = 2*math.pi/1.6 }
jounce.continue{ orbit = orbit, from = -1, to = 1 }
