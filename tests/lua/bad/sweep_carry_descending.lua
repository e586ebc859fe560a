-- expect: 1 3: sweep: 'carry' must be an axis of ascending numbers ("down" uses them in reverse order), got 'x' with 1 after 2
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 2, 1 } } }, carry = "x", point = function() return { z = 1 } end }
