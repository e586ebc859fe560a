-- expect: 1 5: reduce: 'modes' or 'frequency' is required by method 'craig_bampton'
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model)
return block
