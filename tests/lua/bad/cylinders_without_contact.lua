-- expect: 1 3: geometry.cylinders: 'contact' is required (string)
local jounce = require "jounce"
jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9e-3, length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
