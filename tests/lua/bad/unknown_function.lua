-- expect: 1 3: jounce: there is no 'modle'; did you mean 'model'?
local jounce = require "jounce"
local model = jounce.modle{ name = "a" }
