-- expect: 1 4: run: unknown key 'durration'; did you mean 'duration'? Known are method, step, duration...
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-4, durration = 1e-2 })
