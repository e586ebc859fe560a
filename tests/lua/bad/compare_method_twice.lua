-- expect: 1 4: compare: 'methods' must differ, got newmark (beta 0.25, gamma 0.5) twice
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{}, newmark{ beta = 1/4 } }, steps = { 1e-3 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
