-- expect: 1 6: model.revolute: 'B' cannot be closed: 0.1 m (or rad) remain between its parts; is a length or a point wrong, or does model:assemble start too far away?
local jounce = require "jounce"
local m = jounce.model{ name = "bar" }
m:body{ name = "bar", mass = 1, inertia = 1e-2, points = { A = { -0.15, 0 }, B = { 0.15, 0 } } }
m:revolute{ name = "A", between = { { 0, 0 }, "bar.A" } }
m:revolute{ name = "B", between = { { 0.5, 0 }, "bar.B" } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
