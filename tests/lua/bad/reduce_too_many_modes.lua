-- expect: 1 5: reduce: 'modes' must be at most the 3 free coordinates of the model, got 9
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy", "uz" } }
jounce.reduce(model, { modes = 9 })
return block
