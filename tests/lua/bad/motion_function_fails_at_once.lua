-- expect: 1 5: model.prescribe: 'motion': the function must return numbers, got a string (called with 0)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:point{ name = "wall", at = { 1, 0, 0 }, mass = 1 }
model:prescribe{ nodes = { "wall" }, dof = "ux", motion = function(t) return t, "slope" end }
jounce.run(model, { step = 1e-4, duration = 1e-2, output = "never" })
