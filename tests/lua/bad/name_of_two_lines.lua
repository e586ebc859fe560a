-- expect: 1 4: model.point: 'name' must be a word or words without '.', ',', '"', '#' and control characters, other than 'energy', got 'a\nb'
local jounce, block = require "jounce", require "support.block"
local model = block()
model:point{ name = "a\nb", at = { 1, 0, 0 }, mass = 1 }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
