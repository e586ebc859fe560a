-- expect: 1 7: model.revolute: 'again' is one joint too many: the motion of both its bodies is given (by the ground or by drivers)
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", speed = 10 }
m:revolute{ name = "again", between = { { 0.05, 0 }, "crank.A" } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
