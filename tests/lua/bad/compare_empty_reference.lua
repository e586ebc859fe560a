-- expect: 1 4: compare.reference: one of 'tolerance' or 'method' is required
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                reference = {}, probes = { "block.ux" } }
