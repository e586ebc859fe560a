-- expect: 1 3: jounce.si: there is no 'mmm'; did you mean 'mm'?
local si = require("jounce").si
local length = 3*si.mmm
