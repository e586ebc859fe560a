-- expect: 3 6: free impact of law.johnson: the indentation would reach 2.71e-06 m, beyond 2.707e-06 m, where law.johnson turns back...
local jounce = require "jounce"
local pin = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.995e-3, contact = "internal", length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
local law = jounce.law.johnson{ geometry = pin }
local slow = jounce.restitution(law, { speed = 1e-3, reduced_mass = 2 })
local fast = jounce.restitution(law, { speed = 0.2, reduced_mass = slow*2 })
print(fast)
