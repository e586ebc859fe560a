-- expect: 1 4: 
local jounce = require "jounce"
local model = jounce.model{ name = "nothing" }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
