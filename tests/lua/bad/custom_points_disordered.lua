-- expect: 1 3: law.custom: 'points[2]': indentations must increase, got 0.001 after 0.002
local jounce = require "jounce"
local law = jounce.law.custom{ points = { { 2e-3, 1 }, { 1e-3, 2 } } }
print(law.kind)
