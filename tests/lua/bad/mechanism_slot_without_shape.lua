-- expect: 1 4: model.slot: one of 'from' and 'to' (a straight slot) or 'centre' (a circular one) is required
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:slot{ name = "slot", base = "slider", pin = "rod.C", width = 16e-3, pin_radius = 7e-3, law = jounce.law.hertz{ stiffness = 1e10 } }
