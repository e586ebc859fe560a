-- expect: 1 3: material: 'nu' must be in (-1, 0.5], got 0.6
local jounce = require "jounce"
jounce.material{ E = 207e9, nu = 0.6, density = 7850 }
