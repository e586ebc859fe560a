-- expect: 1 3: impact: 'speed' must be positive, got 0
local jounce = require "jounce"
local hit = jounce.impact{ law = jounce.law.hertz{ stiffness = 1e9 }, reduced_mass = 1, speed = 0 }
print(hit)
