-- expect: 1 3: law.flores: 'restitution' must be in (0, 1], got 0
local jounce = require "jounce"
jounce.law.flores{ stiffness = 1e8, restitution = 0 }
