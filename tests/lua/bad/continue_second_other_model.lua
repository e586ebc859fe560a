-- expect: 1 5: continue.second: 'model' at parameter = 1.7501...
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local orbit = jounce.orbit{ model = oscillator, parameter = 1.6, period = function(w) return 2*math.pi/w end }
local branch = jounce.continue{ orbit = orbit, from = 1.55, to = 1.8 }
jounce.continue{ point = branch.special[1], second = {
  model = function(w, r) return oscillator(w, jounce.law.rigid{ restitution = r }) end, parameter = 0.9, from = 0.7, to = 0.95 } }
