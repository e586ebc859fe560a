-- expect: 1 3: model 'nothing': no dof with mass is free, so nothing can move
local jounce = require "jounce"
local model = jounce.model{ name = "nothing" }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
