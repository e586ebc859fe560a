-- expect: 1 5: model.revolute_clearance: 'friction' must be a law that is a function of the slip speed (coulomb with 'regularisation_speed', adams, threshold, lugre), got the set-valued friction.coulomb
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:translational{ name = "guide", body = "slider" }
m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider", bearing_radius = 11e-3, journal_radius = 10e-3,
  law = jounce.law.hertz{ stiffness = 1e10 }, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
