-- expect: 1 3: orbit.guess: 'stop.force' must be a displacement or a velocity
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
jounce.orbit{ model = oscillator, parameter = 1.6, period = 2*math.pi/1.6, guess = { ["stop.force"] = 1 } }
