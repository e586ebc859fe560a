-- expect: 1 3: law.custom: 'points[1][2]' must be zero or positive, got -1
local jounce = require "jounce"
local law = jounce.law.custom{ points = { { 1e-3, -1 }, { 2e-3, 2 } } }
print(law.kind)
