-- expect: 1 3: jounce.law: there is no 'hertx'; did you mean 'hertz'?
local jounce = require "jounce"
jounce.law.hertx{ stiffness = 1e8 }
