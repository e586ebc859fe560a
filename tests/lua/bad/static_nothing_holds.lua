-- expect: 1 5: model 'free': nothing holds 'mass.ux': there is no static equilibrium; 1 motion without support (ux): did you forget model:fix?
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{ name = "free" }
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
jounce.static(model)
return block
