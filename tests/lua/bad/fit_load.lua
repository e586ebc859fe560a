-- expect: 1 3: fit: 'load' must be two forces, the lower one first, got {100, 1}
local jounce = require "jounce"
jounce.fit{ law = jounce.law.hertz{ stiffness = 1e9 }, load = { 100, 1 } }
