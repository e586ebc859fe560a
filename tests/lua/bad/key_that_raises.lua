-- expect: 1 4: model: the argument has a key that is neither a name nor a position (a table)
local jounce = require "jounce"
local key = setmetatable({}, { __tostring = function() error("never called") end })
jounce.model{ [key] = 1 }
