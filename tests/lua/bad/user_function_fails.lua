-- expect: 3 5: attempt to perform arithmetic on a nil value (upvalue 'amplitude') (called with 0.0051)
local jounce, block = require "jounce", require "support.block"
local model, amplitude = block(), 100
model:load{ nodes = { "block" }, direction = { 1, 0, 0 }, force = function(t)
  if t > 5e-3 then amplitude = nil end return amplitude*math.sin(t) end }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
