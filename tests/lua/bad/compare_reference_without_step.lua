-- expect: 1 4: compare.reference: 'step' is required, because method.newmark uses a fixed step
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                reference = { method = newmark{} }, probes = { "block.ux" } }
