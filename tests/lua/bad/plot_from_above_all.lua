-- expect: 1 3: plot: 'y_from' must be below the largest y, 2, got 10
local jounce = require "jounce"
jounce.plot{ file = "a.svg", y_from = 10, curves = { { x = { 1, 2 }, y = { 1, 2 } } } }
