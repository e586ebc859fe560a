-- expect: 1 0: ?
local jounce, block = require "jounce", require "support.block"
jounce.run(block(), { method = jounce.method.baumgarte{}, step = 1e-3, duration = 1 })
