-- expect: 1 4: parameters: already declared at bad/parameters_twice.lua:3
local jounce = require "jounce"
local p = jounce.parameters{ elements = 40 }
local q = jounce.parameters{ step = 1e-5 }
