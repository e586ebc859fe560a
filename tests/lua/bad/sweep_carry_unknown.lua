-- expect: 1 3: sweep: 'carry' must be the name of an axis (x), got 'y'
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } }, carry = "y", point = function() return { z = 1 } end }
