-- expect: 1 7: method.newmark: the model has bodies or joints, which newmark (beta 0.25, gamma 0.5) does not support; method.event_driven, method.baumgarte, and method.generalized_alpha with 'spectral_radius' below 1 do
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute{ name = "C", between = { "rod.C", "slider" } }
m:drive{ joint = "O", speed = 10 }
jounce.run(m, { method = jounce.method.newmark{}, step = 1e-3, duration = 1 })
