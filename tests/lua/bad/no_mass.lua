-- expect: 1 5: model.load: 'loose.ux' has neither mass nor stiffness
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:node{ name = "loose", at = { 0, 0, 0 } }
model:load{ nodes = { "loose" }, direction = { 1, 0, 0 }, force = 1 }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
