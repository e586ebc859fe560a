-- expect: 1 3: jounce.si: 'mm' cannot be assigned
local jounce = require "jounce"
jounce.si.mm = 5
