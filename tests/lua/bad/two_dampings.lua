-- expect: 1 5: model.damping: the structural damping is already given at bad/two_dampings.lua:4
local jounce, block = require "jounce", require "support.block"
local model = block()
model:damping(jounce.damping.modal{ ratio = 0.01 })
model:damping(jounce.damping.modal{ ratio = 0.02 })
jounce.run(model, { step = 1e-4, duration = 1e-2 })
