-- expect: 1 3: run: 'initial' must be a run, its state (run:state()) or a static equilibrium (jounce.static(model)), got 'rest'
local jounce, block = require "jounce", require "support.block"
jounce.run(block(), { step = 1e-4, duration = 1e-2, initial = "rest" })
