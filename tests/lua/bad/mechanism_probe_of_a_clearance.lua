-- expect: 1 7: probe 'C.forcex': unknown quantity of a joint 'forcex'; did you mean 'force'?
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1, record = { probes = { "C.forcex" } } })
