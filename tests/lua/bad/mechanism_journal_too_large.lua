-- expect: 1 4: model.revolute_clearance: 'journal_radius' must be below 'bearing_radius' (0.01), got 0.011
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:revolute_clearance{ name = "C", bearing = "rod.C", journal = "slider", bearing_radius = 10e-3, journal_radius = 11e-3,
  law = jounce.law.hertz{ stiffness = 1e10 } }
