-- expect: 1 5: run:series: 'block.ux_velocity' was not recorded; recorded are block.ux
local jounce, block = require "jounce", require "support.block"
local model = block()
local run = jounce.run(model, { step = 1e-4, duration = 1e-2, record = { probes = { "block.ux" } } })
run:series "block.ux_velocity"
