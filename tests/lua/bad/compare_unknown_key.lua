-- expect: 1 4: compare: unknown key 'step'; did you mean 'steps'? Known are ...
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, step = { 1e-3 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
