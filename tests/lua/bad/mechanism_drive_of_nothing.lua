-- expect: 1 4: model.drive: unknown joint 'OO'; did you mean 'O'?
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:drive{ joint = "OO", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
