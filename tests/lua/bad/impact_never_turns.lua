-- expect: 3 3: free impact of law.custom: the force never turns the bodies back (reduced mass 1 kg, speed 1 m/s)
local jounce = require "jounce"
local hit = jounce.impact{ law = jounce.law.custom{ force = function() return 1e-20 end }, reduced_mass = 1, speed = 1 }
print(hit)
