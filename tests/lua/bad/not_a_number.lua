-- expect: 1 3: law.hooke: 'stiffness' must be a finite number, got nan
local jounce = require "jounce"
jounce.law.hooke{ stiffness = 0/0 }
