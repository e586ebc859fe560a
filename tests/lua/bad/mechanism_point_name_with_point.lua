-- expect: 1 4: model.body: 'points' must have names without '.', ',', '"', '#' and control characters, got 'A.B'
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:body{ name = "arm", mass = 1, inertia = 1, points = { ["A.B"] = { 0, 0 } } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
