-- expect: 1 4: model.body: 'points.A' must be two finite numbers {x, y}, got 0.3
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
m:body{ name = "b", mass = 1, inertia = 1, points = { A = 0.3 } }
