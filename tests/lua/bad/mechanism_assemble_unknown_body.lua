-- expect: 1 4: model.assemble: unknown body 'crnak'; did you mean 'crank'?
local jounce, crank = require "jounce", require "support.crank"
local m = crank()
m:assemble{ angles = { crnak = 1 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-3, duration = 1 })
