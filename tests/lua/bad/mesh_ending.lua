-- expect: 1 6: write_mesh: 'file' must end in .msh (Gmsh) or .inp (Abaqus, CalculiX), got 'plate.stl'
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
local plate = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 2, elements_2 = 2 }
model:shell{ mesh = plate, thickness = 0.01, material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
jounce.write_mesh(model, "plate.stl")
