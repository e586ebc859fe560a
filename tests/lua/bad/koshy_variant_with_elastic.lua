-- expect: 1 3: law.koshy_combined: 'variant' requires 'geometry', got 'printed'
local jounce = require "jounce"
jounce.law.koshy_combined{ elastic = jounce.law.hertz{ stiffness = 1e9 }, restitution = 0.5, variant = "printed" }
