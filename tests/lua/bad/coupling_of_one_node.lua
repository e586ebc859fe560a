-- expect: 1 5: model.coupling: 'nodes' must name two nodes or more, got one
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
local a = model:node{ name = "a", at = { 0, 0, 0 } }
model:coupling{ nodes = { a } }
