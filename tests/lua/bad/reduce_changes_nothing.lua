-- expect: 1 6: reduced model: there is no field or method 'point'; known are ...
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1 }
local reduced = jounce.reduce(model, { method = "guyan" })
reduced:point{ name = "other", at = { 1, 0, 0 }, mass = 1 }
return block
