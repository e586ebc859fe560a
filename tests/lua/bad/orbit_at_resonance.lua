-- expect: 3 9: orbit: no orbit of 1 period was found near the guess at parameter = 1: a multiplier is 1 but for rounding...
-- Without damping the response to a load at the natural frequency grows without bound.
local jounce = require "jounce"
local model = jounce.model{ name = "resonance" }
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = 1 }
model:load{ nodes = { "m" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 1/(2*math.pi) } }

jounce.orbit{ model = model, parameter = 1, period = 2*math.pi, settle = 3 }
