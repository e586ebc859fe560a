-- expect: 1 4: handle: 'name' cannot be assigned
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = 1 }.name = "other"
