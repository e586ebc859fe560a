-- expect: 1 4: model.revolute: unknown point 'rod.c'; did you mean 'rod.C'?
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:revolute{ name = "C", between = { "rod.c", "slider" } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
