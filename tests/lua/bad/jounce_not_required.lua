-- expect: 1 2: global: 'jounce' is not declared; write 'local jounce = require "jounce"' at the top
local model = jounce.model{ name = "a" } -- luacheck: ignore
return model
