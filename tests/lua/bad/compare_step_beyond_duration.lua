-- expect: 1 4: compare: 'steps' must be at most the 'duration', 1 s, got 2
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3, 2 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
