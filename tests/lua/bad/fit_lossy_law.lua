-- expect: 1 3: fit: 'law' must be a law without dissipation, got law.flores
local jounce = require "jounce"
jounce.fit{ law = jounce.law.flores{ stiffness = 1e9, restitution = 0.5 }, load = { 1, 100 } }
