-- expect: 3 3: free impact of law.custom: the force never pushes the bodies apart (reduced mass 1 kg, speed 0.3 m/s)
local jounce = require "jounce"
jounce.impact{ law = jounce.law.custom{ force = function(delta) return -1e5*delta end }, reduced_mass = 1, speed = 0.3 }
