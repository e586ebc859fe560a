-- expect: 1 5: the list of nodes of point 'a': 1 cannot be assigned
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
local a = model:point{ name = "a", at = { 0, 0, 0 }, mass = 1 }
a.nodes[1] = "b"
