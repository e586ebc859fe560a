-- expect: 1 3: sweep: one of 'point' or 'model' is required
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1 } } } }
