-- expect: 1 4: model.load: unknown point 'arm.R'; did you mean 'arm.P'?
local jounce = require "jounce"
local m = jounce.model{}
m:body{ name = "arm", mass = 2, inertia = 0.1, points = { P = { 0.3, 0.1 } } }; m:load{ node = "arm.R", direction = { 1, 0, 0 }, force = 1 }
jounce.run(m, { duration = 1 })
