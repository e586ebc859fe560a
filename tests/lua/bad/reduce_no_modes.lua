-- expect: 1 5: reduce: 'modes' must be at least 1, got 0
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model, { modes = 0 })
return block
