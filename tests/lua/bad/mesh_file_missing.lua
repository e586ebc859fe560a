-- expect: 1 4: mesh.gmsh: 'file' must be a file that can be read, got 'none.msh' (No such file or directory; a relative path is relative to the working folder)
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
model:shell{ mesh = jounce.mesh.gmsh{ file = "none.msh" }, thickness = 0.01, material = jounce.material{ E = 1, nu = 0, density = 1 } }
