-- expect: 1 4: sweep: the row's 'y' must be a number, a string, true or false, got {1, 2} (point 1: x = 1)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } },
  point = function() return { y = { 1, 2 } } end }
