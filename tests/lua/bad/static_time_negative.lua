-- expect: 1 3: static: 'time' must be zero or positive, got -1
local jounce, block = require "jounce", require "support.block"
jounce.static(block(), { time = -1 })
