-- expect: 1 4: sweep:plot: there is no column 'amplitud'; did you mean 'amplitude'?
local jounce = require "jounce"
local sweep = jounce.sweep{ axes = { { name = "x", values = { 1 } } }, point = function() return { amplitude = 1 } end }
sweep:plot{ y = "amplitud", file = "a.svg" }
