-- expect: 1 4: model.gap: 'node' must be the name or the handle of a node, got 21; a node by its number is beam.nodes[21]
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = 21, direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hooke{ stiffness = 1e6 } }
