-- expect: 1 5: reduce: 'correction' is only valid with method 'modal'; 'craig_bampton' always has its static vectors
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model, { modes = 1, correction = false })
return block
