-- expect: 1 8: damping.modal: the model must have at most 2000 free coordinates, because the damping matrix is full, got 2400; reduce the model with jounce.reduce, which needs no such matrix, or use damping.rayleigh
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{ name = "long" }
local beam = model:beam{ name = "b", from = { 0, 0, 0 }, to = { 9, 0, 0 }, elements = 400, section = jounce.section.circle{ diameter = 0.02 },
                         material = jounce.material{ E = 207e9, nu = 0.3, density = 7800 } }
model:fix{ nodes = { beam.nodes[1] } }
assert(#jounce.modes(model, { count = 3 }) == 3)
model:damping(jounce.damping.modal{ ratio = 0.01 })
assert(#jounce.modes(model, { count = 3 }) == 3 and jounce.reduce(model, { modes = 3 }).size == 3)
jounce.run(model, { method = jounce.method.newmark{}, step = 1e-4, duration = 1e-3 })
return block
