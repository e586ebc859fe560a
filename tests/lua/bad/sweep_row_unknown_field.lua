-- expect: 1 4: sweep_row: there is no field 'peek'; did you mean 'peak'?
local jounce = require "jounce"
local sweep = jounce.sweep{ axes = { { name = "a", values = { 1, 2 } } }, point = function(at) return { peak = 2*at.a } end }
print(sweep[1].peek)
