-- expect: 1 4: parameters: 'n' cannot be assigned
local jounce = require "jounce"
local p = jounce.parameters{ n = 4 }
p.n = 5
