-- expect: 1 5: model.link_spring: the two points of 's' coincide at the start, where its force has no direction
local jounce = require "jounce"
local m = jounce.model{ name = "pendulum" }
m:body{ name = "bob", mass = 1, inertia = 1 }
m:link_spring{ name = "s", between = { { 0, 0 }, "bob" }, stiffness = 1e3, free_length = 0.1 }
jounce.run(m, { duration = 1 })
