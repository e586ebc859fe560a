-- expect: 1 5: modes: there is no element 3, the list has 1
local jounce, block = require "jounce", require "support.block"
local model = block()
local modes = jounce.modes(model, { count = 1 })
print(modes[3].frequency)
