-- expect: 1 3: plot: there is nothing to draw: no curve has a point of two finite numbers
local jounce = require "jounce"
jounce.plot{ file = "a.svg", curves = { { x = { 0/0 }, y = { 1 } } } }
