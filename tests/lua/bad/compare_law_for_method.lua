-- expect: 1 4: compare: 'methods' must be a method (jounce.method.newmark...
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { jounce.law.hertz{ stiffness = 1 } }, steps = { 1e-3 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
