-- expect: 1 4: syntax error: function arguments expected near 'name'
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:gap name = "stop"
