-- expect: 1 3: law.custom: only one of 'force', 'elastic_force' or 'points' may be given, got 'force' and 'points'
local jounce = require "jounce"
local law = jounce.law.custom{ force = function(delta) return delta end, points = { { 1e-3, 1 }, { 2e-3, 2 } } }
print(law.kind)
