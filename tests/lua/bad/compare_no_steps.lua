-- expect: 1 4: compare: 'steps' is required, because method.newmark uses a fixed step
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
