-- expect: 1 3: orbit: 'period' must be the shortest one of the loads, got 7.853981633974483 s, 2 times that; 'periods' says after how many of them an orbit closes
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
jounce.orbit{ model = oscillator, parameter = 1.6, period = 4*math.pi/1.6 }
