-- expect: 1 4: fit: 'load' must not go beyond the end of the law, where law.johnson turns back at 14507.1 N; beyond = "tangent" continues it, got 20000
local jounce = require "jounce"
local pin = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.995e-3, contact = "internal", length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
jounce.fit{ law = jounce.law.johnson{ geometry = pin }, load = { 1, 20000 } }
