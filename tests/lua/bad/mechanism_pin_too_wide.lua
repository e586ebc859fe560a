-- expect: 1 4: model.slot: 'pin_radius' must be below half of 'width' (0.008), got 0.008
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:slot{ name = "slot", base = "slider", pin = "rod.C", from = { 0, -0.1 }, to = { 0, 0.1 }, width = 16e-3, pin_radius = 8e-3,
  law = jounce.law.hertz{ stiffness = 1e10 } }
