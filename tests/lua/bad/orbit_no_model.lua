-- expect: 1 3: orbit: 'model' must return a model (jounce.model{ ... }), got number
local jounce = require "jounce"
jounce.orbit{ model = function(w) return w end, parameter = 1.6, period = 3.9 }
