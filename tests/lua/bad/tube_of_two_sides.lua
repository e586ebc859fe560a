-- expect: 1 3: mesh.tube: 'around' must be in [3, 1000000], got 2
local jounce = require "jounce"
local mesh = jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 2, along = 4 }
