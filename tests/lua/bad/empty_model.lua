-- expect: 1 3: model 'nothing': nothing can move, no dof with mass is free
local jounce = require "jounce"
local model = jounce.model{ name = "nothing" }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
