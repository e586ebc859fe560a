-- expect: 1 4: model.link_spring: 'brace' does nothing; its two points must belong to different bodies
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:link_spring{ name = "brace", between = { "rod.A", "rod.C" }, stiffness = 1e3 }
jounce.run(m, { step = 1e-3, duration = 1 })
