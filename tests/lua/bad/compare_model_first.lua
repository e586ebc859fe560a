-- expect: 1 4: compare: takes one table that contains the model: jounce.compare{ model = model, ... }
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare(block(), { duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                          reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } })
