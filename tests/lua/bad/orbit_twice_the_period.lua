-- expect: 1 3: orbit: 'period' must be the shortest period of the loads, got 7.853981633974483 s, 2 times that; 'periods' is the number of periods of an orbit
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
jounce.orbit{ model = oscillator, parameter = 1.6, period = 4*math.pi/1.6 }
