-- expect: 1 5: model.drive: the motion of joint 'O' is already given at bad/mechanism_driven_twice.lua:4
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:drive{ joint = "O", speed = 10 }
m:drive{ joint = "O", angle = 0.3 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
