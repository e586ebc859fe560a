-- expect: 1 3: law.custom: 'force': the function must return 1 number, got none (called with 1.3e-09, 0, 1)
local jounce = require "jounce"
local law = jounce.law.custom{ force = function(delta) local _ = 1e6*delta end }
print(law.kind)
