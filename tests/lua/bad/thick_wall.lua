-- expect: 1 3: section.tube: 'wall' must be below half of 'outer_diameter', got 0.1 and 0.19
local jounce = require "jounce"
jounce.section.tube{ outer_diameter = 0.19, wall = 0.1 }
