-- expect: 1 4: model.point: 'name' must be unique in its model, got 'block', already the name of a point at bad/support/block.lua:6
local block = require "support.block"
local model = block()
model:point{ name = "block", at = { 1, 0, 0 }, mass = 1 }
