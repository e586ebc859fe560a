-- expect: 1 4: model.shell: 'thickness' must be below 0.2 m at cell 1 of the mesh, twice its radius of curvature, at which the inner face degenerates; got 0.25
local jounce = require "jounce"
local model = jounce.model{ name = "tube" }
model:shell{ thickness = 0.25, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 }, mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 12, along = 6 } }
