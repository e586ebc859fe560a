-- expect: 1 4: model.point: call it with a colon, as in model:point{ ... }
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model.point{ name = "block", at = { 0, 0, 0 }, mass = 1 }
