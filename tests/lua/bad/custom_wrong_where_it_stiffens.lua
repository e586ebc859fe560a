-- expect: 3 6: law.custom: 'force' returns a wrong dF/ddelta: 1e+06 N/m at delta = 0.00...
-- Right up to a millimetre; from there the derivative forgets the second spring.
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.law.custom{
  force = function(delta) return 1e6*delta + 1e7*math.max(delta - 1e-3, 0), 1e6, 0 end } }
model:initial{ node = "block", velocity = { 1, 0, 0 } }
jounce.run(model, { step = 1e-5, duration = 0.1 })
