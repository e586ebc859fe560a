-- expect: 1 3: material: 'E' must be a finite number, got inf
local jounce = require "jounce"
jounce.material{ E = math.huge, nu = 0.3, density = 7850 }
