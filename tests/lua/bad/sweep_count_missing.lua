-- expect: 1 3: sweep.axes[1]: 'count' is required with 'from' and 'to'
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", from = 1, to = 2 } }, point = function() return { y = 1 } end }
