-- expect: 1 5: model.revolute: 'C' is one joint too many: it closes at the start, but a gap of 0.00021 m (or rad) remains when the drivers are at t = 0.012 s
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", speed = 10 }
m:drive{ joint = "guide", position = 0.35 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
