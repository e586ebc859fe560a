-- expect: 1 4: model.point: 'at' is a list with a hole: element 2 is nil
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:point{ name = "block", at = { 0, nil, 0 }, mass = 1 }
