-- expect: 1 4: 
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.uq" } } })
