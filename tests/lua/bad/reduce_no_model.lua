-- expect: 1 3: reduce: the first argument must be a model (jounce.model{ ... }), got an empty table
local jounce, block = require "jounce", require "support.block"
jounce.reduce({}, { modes = 2 })
return block
