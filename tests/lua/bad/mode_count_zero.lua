-- expect: 1 4: modes: 'count' must be at least 1, got 0
local jounce, block = require "jounce", require "support.block"
local model = block()
jounce.modes(model, { count = 0 })
