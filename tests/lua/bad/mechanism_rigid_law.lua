-- expect: 1 5: model.revolute_clearance: 'law' must be one with a force between the parts of a mechanism, got law.rigid
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider", bearing_radius = 11e-3, journal_radius = 10e-3,
  law = jounce.law.rigid{ restitution = 0.5 } }
m:drive{ joint = "O", speed = 10 }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
