-- expect: 1 3: method.baumgarte: the model has no joints to stabilise; use another method
local jounce, block = require "jounce", require "support.block"
jounce.run(block(), { method = jounce.method.baumgarte{}, step = 1e-3, duration = 1 })
