-- expect: 1 4: probe 'block.uq': unknown quantity of a node 'uq'; did you mean 'ux'?
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.uq" } } })
