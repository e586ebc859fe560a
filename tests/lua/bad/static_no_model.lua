-- expect: 1 3: static: the first argument must be a model (jounce.model{ ... }), got an empty table
local jounce, block = require "jounce", require "support.block"
jounce.static({}, { time = 1 })
