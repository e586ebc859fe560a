-- expect: 1 3: reduced: 'file' bad/reduced_of_a_script.lua: is not a reduced model
local jounce = require "jounce"
jounce.reduced "bad/reduced_of_a_script.lua"
