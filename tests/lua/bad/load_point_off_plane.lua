-- expect: 1 5: model.load: 'direction' must be in the plane z = 0 for the point 'arm.P' of a body, got {1, 0, 1}
local jounce = require "jounce"
local m = jounce.model{}
m:body{ name = "arm", mass = 2, inertia = 0.1, points = { P = { 0.3, 0.1 } } }
m:load{ node = "arm.P", direction = { 1, 0, 1 }, force = 1 }
jounce.run(m, { duration = 1 })
