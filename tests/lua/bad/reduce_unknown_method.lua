-- expect: 1 5: reduce: 'method' must be 'craig_bampton', 'free_interface', 'modal' or 'guyan', got 'craig'
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model, { method = "craig", modes = 2 })
return block
