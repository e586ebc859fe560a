-- expect: 1 3: sweep: 'period' is only valid with 'model', not with 'point'
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } }, period = 1, point = function() return { y = 1 } end }
