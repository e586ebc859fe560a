-- expect: 1 4: model.shell: 'thickness' must be positive, got -1
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
model:shell{ thickness = -1, mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 8, along = 4 }, material = jounce.material{ E = 1, nu = 0, density = 1 } }
