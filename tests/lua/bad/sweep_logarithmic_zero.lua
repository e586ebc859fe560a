-- expect: 1 3: sweep.axes[1]: 'from' must be positive on a logarithmic axis, got 0
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", from = 0, to = 2, count = 3, scale = "logarithmic" } }, point = function() return { y = 1 } end }
