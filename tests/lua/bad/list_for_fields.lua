-- expect: 1 3: law.hertz: takes a table of named fields { name = value, ... }, got {100000000}
local jounce = require "jounce"
jounce.law.hertz{ 1e8 }
