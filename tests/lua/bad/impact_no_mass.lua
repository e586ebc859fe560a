-- expect: 1 3: impact: 'reduced_mass' is required (number, kg)
local jounce = require "jounce"
local hit = jounce.impact{ law = jounce.law.hertz{ stiffness = 1e9 }, speed = 1 }
print(hit)
