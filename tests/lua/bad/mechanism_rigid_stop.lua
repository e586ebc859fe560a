-- expect: 1 6: gap 'stop': a rigid stop in a model with joints is not known yet; give it a law with a stiffness
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:gap{ name = "stop", node = "slider", direction = { 1, 0, 0 }, clearance = 1, law = jounce.law.rigid{ restitution = 0.5 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
