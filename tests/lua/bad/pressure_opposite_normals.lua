-- expect: 1 6: model.pressure: 'shell' must have all normals on one side where the pressure acts, but cells 1 and 2 of the mesh of 'hull', which meet at hull[2] and hull[5], have opposite normals (1 pair in all)
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
local steel = jounce.material{ E = 2.1e11, nu = 0.3, density = 7850 }
local hull = model:shell{ name = "hull", mesh = jounce.mesh.abaqus{ file = "bad/support/turned.inp" }, thickness = 0.01, material = steel }
model:pressure{ shell = hull, pressure = 1e5 }
jounce.modes(model, { count = 1 })
