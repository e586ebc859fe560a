-- expect: 1 4: compare.reference: only one of 'tolerance' or 'method' may be given, got 'tolerance' and 'method'
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                reference = { tolerance = 1e-12, method = newmark{} }, probes = { "block.ux" } }
