-- expect: 1 3: law.kelvin_voigt: 'calibrated' requires 'restitution', not 'damping'
local jounce = require "jounce"
local law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10, calibrated = true }
print(law.kind)
