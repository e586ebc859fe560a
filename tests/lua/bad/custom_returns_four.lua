-- expect: 1 3: law.custom: 'force' must return 3 numbers at most, F, dF/ddelta, dF/drate, got more
local jounce = require "jounce"
local law = jounce.law.custom{ force = function(delta) return 1e6*delta, 1e6, 0, 0 end }
print(law.kind)
