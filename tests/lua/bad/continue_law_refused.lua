-- expect: 1 8: continue: gap 'stop': law.gharib_hurmuzlu_second keeps its permanent indentation from one impact to the next, so that no motion returns to its start; law.gharib_hurmuzlu_second has no orbit
local jounce, oscillator = require "jounce", require "support.impact_oscillator"
local soft, plastic = jounce.law.hooke{ stiffness = 1e3 }, jounce.law.gharib_hurmuzlu_second{ stiffness = 1e3, restitution = 0.7 }
local function hardens(w)
  return oscillator(w, w > 1.65 and plastic or soft)
end
local orbit = jounce.orbit{ model = hardens, parameter = 1.6, period = function(w) return 2*math.pi/w end }
jounce.continue{ orbit = orbit, from = 1.2, to = 2 }
