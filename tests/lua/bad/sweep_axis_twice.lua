-- expect: 1 3: sweep.axes[2]: 'name' must differ from those of the other axes, got 'x' twice
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } }, { name = "x", values = { 2 } } }, point = function() return { y = 1 } end }
