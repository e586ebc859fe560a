-- expect: 1 3: plot: 'circle' requires linear axes
local jounce = require "jounce"
jounce.plot{ file = "a.svg", x_scale = "logarithmic", circle = 1, curves = { { x = { 1, 2 }, y = { 1, 2 } } } }
