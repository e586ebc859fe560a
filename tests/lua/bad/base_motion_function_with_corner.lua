-- expect: 1 5: the function must be a smooth motion, got a slope that jumps near t = 0.0...
-- A half-sine pulse of the displacement, whose slope jumps at its end.
local jounce, block = require "jounce", require "support.block"
local model, T = block(), 0.02
model:base_motion{ direction = { 1, 0, 0 }, displacement = function(t) return t < T and 0.01*math.sin(math.pi*t/T) or 0 end }
jounce.run(model, { step = 1e-4, duration = 0.1, output = "never" })
