-- expect: 1 6: the function must be a smooth motion, got a slope that jumps near t = 0.1...
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", angle = function(t) return t < 0.1003 and t or 0.1003 end }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 0.2, output = "never" })
