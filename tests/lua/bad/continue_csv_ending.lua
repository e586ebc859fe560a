-- expect: 1 5: branch:csv: 'file' must end in .csv, got 'branch.txt'
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 1.55, to = 1.65 }
branch:csv "branch.txt"
