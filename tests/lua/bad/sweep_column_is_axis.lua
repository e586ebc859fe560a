-- expect: 1 4: sweep: the row of 'point' must not have a column 'x', which is an axis (point 1: x = 1)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } },
  point = function(at) return { x = at.x } end }
