-- expect: 1 4: model.body: 'mass' must be positive, got 0
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
m:body{ name = "b", mass = 0, inertia = 1 }
