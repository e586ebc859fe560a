-- expect: 1 5: model.load: 'nodes' must be a node of the model 'first', got the point 'block' of another model
local jounce, block = require "jounce", require "support.block"
local first, second = block("first"), jounce.model{ name = "second" }
local point = second:point{ name = "block", at = { 0, 0, 0 }, mass = 1 }
first:load{ nodes = { point }, direction = { 1, 0, 0 }, force = 1 }
