-- expect: 1 7: model.drive: 'joint' must be an ideal joint, got 'C' (revolute_clearance)
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider", bearing_radius = 11e-3, journal_radius = 10e-3,
  law = jounce.law.hertz{ stiffness = 1e10 } }
m:drive{ joint = "C", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
