-- expect: 1 0: ?
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:drive{ joint = "OO", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
