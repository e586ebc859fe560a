-- expect: 1 4: model.friction: 'directions' must be a list of two vectors {{x, y, z}, {x, y, z}}, got {1, 0, 0}
local jounce, block = require "jounce", require "support.block"
local model = block()
model:friction{ node = "block", directions = { 1, 0, 0 }, normal_force = 3, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
