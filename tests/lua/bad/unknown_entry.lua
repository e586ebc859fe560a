-- expect: 1 4: model: there is no field or method 'beem'; did you mean 'beam'?
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:beem{ name = "shaft" }
