-- expect: 1 5: the function must be a smooth motion, got a value that jumps near t = 0.05...
local jounce, block = require "jounce", require "support.block"
local model = block()
model:point{ name = "wall", at = { 1, 0, 0 }, mass = 1 }
model:prescribe{ nodes = { "wall" }, dof = "ux", motion = function(t) return t < 0.0503 and 0 or 1e-3 end }
jounce.run(model, { step = 1e-4, duration = 0.1, output = "never" })
