-- expect: 1 3: plot.curves[2]: 'x' must be strings, like the other values of this axis, got 3
local jounce = require "jounce"
jounce.plot{ file = "a.svg", curves = { { x = { "a", "b" }, y = { 1, 2 } }, { x = { "a", 3 }, y = { 1, 2 } } } }
