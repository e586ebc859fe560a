-- expect: 1 3: model 'weightless': nothing has mass, and only dofs with mass are coordinates: give a material a density above 0 or a node a mass. Statics need them too; their value does not change an equilibrium without gravity
local jounce = require "jounce"
local model = jounce.model { name = "weightless" }
local steel = jounce.material { E = 210e9, nu = 0.3, density = 0 }
local mesh = jounce.mesh.plate { corner = { 0, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 2, elements_2 = 2 }
local plate = model:shell { name = "plate", mesh = mesh, thickness = 0.01, material = steel }
model:fix { nodes = plate:set "edge 1" }
model:load { node = "plate[9]", direction = { 0, 0, 1 }, force = jounce.signal.constant { value = -10 } }
jounce.static(model)
