-- expect: 1 4: parameters: there is no 'element'; did you mean 'elements'?
local jounce = require "jounce"
local p = jounce.parameters{ elements = 40 }
local n = p.element
