-- expect: 1 5: shell 'a': ring: there is no set 'ring 9'...
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
local a = model:shell{ name = "a", thickness = 0.01, mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 8, along = 4 }, material = jounce.material{ E = 1, nu = 0, density = 1 } }
local nodes = a:ring(9)
