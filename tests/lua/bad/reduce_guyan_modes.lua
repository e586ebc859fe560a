-- expect: 1 5: reduce: method 'guyan' keeps no modes, 'modes' and 'frequency' do not apply to it
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{}
model:point{ name = "m", at = { 0, 0, 0 }, mass = 1 }
jounce.reduce(model, { method = "guyan", modes = 2 })
return block
