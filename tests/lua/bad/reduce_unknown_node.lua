-- expect: 1 5: reduce: 'keep' must be a node of the model, got 'mas'; did you mean 'mass'?
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model, { method = "guyan", keep = { "mas" } })
return block
