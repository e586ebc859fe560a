-- expect: 1 3: law.hertz: unknown key 'stifness'; did you mean 'stiffness'?
local jounce = require "jounce"
jounce.law.hertz{ stifness = 1e8 }
