-- expect: 1 4: sweep: a point of a sweep cannot contain another sweep: add an axis to the outer sweep (point 1: x = 1)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } }, point = function()
  jounce.sweep{ axes = { { name = "y", values = { 1 } } }, point = function() return { z = 1 } end }
  return { z = 1 }
end }
