-- expect: 1 3: section.circle: 'diameter' must be a number, positive, got 'thick'
local jounce = require "jounce"
jounce.section.circle{ diameter = "thick" }
