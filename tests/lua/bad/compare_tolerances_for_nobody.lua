-- expect: 1 4: compare: 'tolerances' must be left out, as no method controls its own steps
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 }, tolerances = { 1e-6 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
