-- expect: 1 4: friction 'friction 1': 'normal_force': the function must return a finite number, got inf (called with 0)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:friction{ node = "block", direction = { 1, 0, 0 }, friction = jounce.friction.coulomb{ coefficient = 0.1 }, normal_force = function(t) return 1/t end }
jounce.run(model, { step = 1e-4, duration = 1e-2, output = "never" })
