-- expect: 1 4: compare: 'probes' must contain at least one displacement, such as "top.ux"; got velocities only
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
jounce.compare{ model = block(), duration = 1, methods = { newmark{} }, steps = { 1e-3 },
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux_velocity" } }
