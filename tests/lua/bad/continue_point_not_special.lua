-- expect: 1 5: continue: 'point' must be a fold, period_doubling, neimark_sacker, branch_point or grazing of a branch, got an orbit that is not special
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 1.55, to = 1.65 }
jounce.continue{ point = branch[2], second = { model = oscillator, parameter = 1, from = 0, to = 2 } }
