-- expect: 1 4: law.hertz: the argument is a table with a metatable; give a plain one
local jounce = require "jounce"
local base = { stiffness = 1e8 }
jounce.law.hertz(setmetatable({}, { __index = base }))
