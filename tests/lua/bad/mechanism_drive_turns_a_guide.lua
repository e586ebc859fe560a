-- expect: 1 5: model.drive: 'joint' must be a revolute joint for this kind of motion, got 'guide' (translational)
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:drive{ joint = "guide", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
