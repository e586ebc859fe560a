-- expect: 1 4: continue: 'detect' must be 'fold', 'period_doubling', 'neimark_sacker', 'branch_point', 'grazing' or 'corner', got 'hopf'
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.2, to = 2, detect = { "hopf" } }
