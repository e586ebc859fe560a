-- expect: 3 4: orbit: no orbit of 1 period was found near the guess at parameter = 2.8: ...
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local restless = function(w) return oscillator(w, jounce.law.rigid{ restitution = 0.3 }) end
jounce.orbit{ model = restless, parameter = 2.8, period = 2*math.pi/2.8, guess = { ["mass.ux"] = 0.999, ["mass.ux_velocity"] = 40 } }
