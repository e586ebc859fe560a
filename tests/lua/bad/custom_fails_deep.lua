-- expect: 3 6: law.custom: 'force': attempt to perform arithmetic on a nil value (upvalue 'hard') (called with 0.00...
local jounce, block = require "jounce", require "support.block"
local model, hard = block(), nil
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.custom{
  force = function(delta)
    return 1e6*delta + (delta > 1e-3 and hard*(delta - 1e-3) or 0) end } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }
jounce.run(model, { step = 1e-5, duration = 0.1 })
