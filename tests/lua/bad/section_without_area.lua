-- expect: 1 3: section.circle: its area must be positive and finite, got 0 m^2 with diameter = 1e-200
local jounce = require "jounce"
local section = jounce.section.circle{ diameter = 1e-200 }
print(section.kind)
