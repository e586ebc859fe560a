-- expect: 1 3: law.hunt_crossley: 'restitution' must be in (0, 1], got 1.3
local jounce = require "jounce"
jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 1.3 }
