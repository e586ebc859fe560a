-- expect: 1 4: sweep: 'point' must return a row { name = value, ... }, or { row = { ... }, run = run }, got nothing (point 1: x = 1)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } },
  point = function() end }
