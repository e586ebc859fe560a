-- expect: 1 3: law.flores: 'elastic' must be a law without dissipation, got law.custom
local jounce = require "jounce"
local law = jounce.law.flores{ restitution = 0.5, elastic = jounce.law.custom{ force = function(delta) return 1e6*delta end } }
print(law.kind)
