-- expect: 1 3: sweep.axes[1]: 'unit' must consist of units such as m, mm, s, Hz, rad/s, N s/m or N/m^1.5, got 'furlong'
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", unit = "furlong", values = { 1 } } }, point = function() return { y = 1 } end }
