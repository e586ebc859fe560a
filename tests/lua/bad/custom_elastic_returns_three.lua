-- expect: 1 3: law.custom: 'elastic_force' must return 2 numbers at most, F, dF/ddelta, got more
local jounce = require "jounce"
local law = jounce.law.custom{ elastic_force = function(delta) return 1e6*delta, 1e6, 0 end }
print(law.kind)
