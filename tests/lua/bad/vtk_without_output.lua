-- expect: 1 4: run: 'vtk' needs an 'output' folder, got none
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.run(model, { step = 1e-4, duration = 1e-2, vtk = { every = 10 } })
