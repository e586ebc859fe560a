-- expect: 1 6: run: 'initial' (static equilibrium at t = 0 s, of model 'other') has no coordinate 'block.ux', which model 'block' has
local jounce, block = require "jounce", require "support.block"
local other = jounce.model{ name = "other" }
other:point{ name = "mass", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
other:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1 }
jounce.run(block(), { step = 1e-4, duration = 1e-2, initial = jounce.static(other) })
