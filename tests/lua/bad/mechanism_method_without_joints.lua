-- expect: 1 7: method.newmark: the model has bodies or joints, and this method does not know them; method.generalized_alpha, method.baumgarte and method.event_driven do
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", speed = 10 }
jounce.run(m, { method = jounce.method.newmark{}, step = 1e-3, duration = 1 })
