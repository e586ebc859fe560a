-- expect: 1 0: ?
local jounce = require "jounce"
local m = jounce.model{ name = "m" }
m:body{ name = "b", mass = 0, inertia = 1 }
