-- expect: 1 3: jounce.law: 'hertz' cannot be assigned
local jounce = require "jounce"
jounce.law.hertz = jounce.law.hooke
