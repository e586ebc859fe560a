-- expect: 1 4: the function must return a motion with consistent derivatives, got a first derivative that does not match the value near t = ...
local jounce, block = require "jounce", require "support.block"
local model = block()
model:base_motion{ direction = { 1, 0, 0 }, displacement = function(t) return 0.01*t*t, 5, 7 end }
jounce.run(model, { step = 1e-4, duration = 0.1, output = "never" })
