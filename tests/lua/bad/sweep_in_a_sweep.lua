-- expect: 1 4: sweep: a point of a sweep cannot hold another sweep: give the outer one a further axis (point 1: x = 1)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } }, point = function()
  jounce.sweep{ axes = { { name = "y", values = { 1 } } }, point = function() return { z = 1 } end }
  return { z = 1 }
end }
