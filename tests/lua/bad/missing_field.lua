-- expect: 1 3: section.tube: 'wall' is required (number, m)
local jounce = require "jounce"
jounce.section.tube{ outer_diameter = 0.19 }
