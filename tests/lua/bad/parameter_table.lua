-- expect: 1 3: parameters: 'law' must be a number, a string, true or false, got law.hertz
local jounce = require "jounce"
jounce.parameters{ law = jounce.law.hertz{ stiffness = 1e8 } }
