-- expect: 3 5: friction 'friction 1': 'normal_force': attempt to perform arithmetic on a nil value (upvalue 'size') (called with 0.0051)
local jounce, block = require "jounce", require "support.block"
local model, size = block(), 100
model:friction{ node = "block", direction = { 1, 0, 0 }, friction = jounce.friction.coulomb{ coefficient = 0.1 }, normal_force = function(t)
  if t > 5e-3 then size = nil end return size*2 end }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
