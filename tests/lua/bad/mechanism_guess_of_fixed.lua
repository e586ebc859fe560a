-- expect: 1 6: model.assemble: y of 'block' is fixed or prescribed, at 0 at the start; its guess must be the same, got 4
local jounce = require "jounce"
local model = jounce.model{ name = "block" }
model:body{ name = "block", mass = 1, inertia = 1 }
model:fix{ node = "block", dofs = { "uy" } }
model:assemble{ positions = { block = { 3, 4 } } }
jounce.run(model, { method = jounce.method.generalized_alpha{}, step = 1e-3, duration = 1e-2 })
