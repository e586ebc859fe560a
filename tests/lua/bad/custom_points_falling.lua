-- expect: 1 3: law.custom: 'points[3]': forces must not decrease, got 1 after 2
local jounce = require "jounce"
local law = jounce.law.custom{ points = { { 1e-3, 1 }, { 2e-3, 2 }, { 3e-3, 1 } } }
print(law.kind)
