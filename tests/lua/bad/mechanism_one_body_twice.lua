-- expect: 1 4: model.revolute: the two points must belong to different bodies
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:revolute{ name = "C", between = { "rod.C", "rod.A" } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
