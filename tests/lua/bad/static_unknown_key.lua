-- expect: 1 3: static: unknown key 'probe'; did you mean 'probes'?
local jounce, block = require "jounce", require "support.block"
jounce.static(block(), { probe = { "block.ux" } })
