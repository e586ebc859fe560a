-- expect: 1 3: law.hertz: takes a table of named fields { name = value, ... }, got a list of 1
local jounce = require "jounce"
jounce.law.hertz{ 1e8 }
