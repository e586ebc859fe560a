-- expect: 1 3: sweep: every row must have the same columns: in point 2 'b' is missing compared with point 1
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1, 2 } } }, carry = "x",
  point = function(at) return { a = 1, b = at.x == 1 and 2 or nil } end }
