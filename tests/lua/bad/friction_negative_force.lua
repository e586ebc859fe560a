-- expect: 1 4: model.friction: 'normal_force' must be zero or positive, got -4
local jounce, block = require "jounce", require "support.block"
local model = block()
model:friction{ node = "block", direction = { 1, 0, 0 }, normal_force = -4, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
