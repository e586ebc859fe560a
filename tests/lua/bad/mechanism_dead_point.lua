-- expect: 1 6: model.drive: the mechanism starts at a dead point, where 'drive of guide' leaves its motion undetermined; start it elsewhere (model:assemble, model:initial)
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "guide", velocity = -0.1 }
m:assemble{ angles = { crank = 0, rod = 0 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
