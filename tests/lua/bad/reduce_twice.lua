-- expect: 1 6: reduce: the argument cannot be a reduced model
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1 }
local reduced = jounce.reduce(model, { method = "guyan" })
jounce.reduce(reduced, { modes = 1 })
return block
