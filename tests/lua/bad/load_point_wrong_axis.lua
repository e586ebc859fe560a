-- expect: 1 5: model.load: 'axis' must be along z for the point 'arm.P' of a body, got {0, 1, 1}
local jounce = require "jounce"
local m = jounce.model{}
m:body{ name = "arm", mass = 2, inertia = 0.1, points = { P = { 0.3, 0.1 } } }
m:load{ node = "arm.P", axis = { 0, 1, 1 }, moment = 1 }
jounce.run(m, { duration = 1 })
