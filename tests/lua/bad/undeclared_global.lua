-- expect: 1 4: global: 'modle' is not declared; did you mean 'model'?
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
modle:point{ name = "block", at = { 0, 0, 0 }, mass = 1 }
