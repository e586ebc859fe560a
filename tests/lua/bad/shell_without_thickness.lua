-- expect: 1 4: model.shell: 'thickness' is required (number, m), as cell 1 of the mesh has none
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:shell{ mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 8, along = 4 }, material = jounce.material{ E = 1, nu = 0, density = 1 } }
