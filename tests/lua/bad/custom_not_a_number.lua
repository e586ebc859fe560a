-- expect: 3 4: law.custom: 'force': the function must return a finite number, got ...
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.custom{ force = function(delta)
  return 1e6*(1e-3 - delta)^0.5*delta end } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }
jounce.run(model, { step = 1e-5, duration = 0.1 })
