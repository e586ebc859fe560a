-- expect: 1 4: compare.reference: 'step' must be at most half of the 'duration', 1 s, got 0.6
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                reference = { method = newmark{}, step = 0.6 }, probes = { "block.ux" } }
