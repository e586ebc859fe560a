-- expect: 1 4: method.event_driven: friction ('friction 1') needs another method, such as method.newmark or method.precise
local jounce, block = require "jounce", require "support.block"
local model = block()
model:friction{ node = "block", direction = { 1, 0, 0 }, normal_force = 3, friction = jounce.friction.coulomb{ coefficient = 0.1 } }
jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
