-- expect: 1 3: law.hertz: the argument mixes names and positions: give either { name = value, ... } or { value, ... }
local jounce = require "jounce"
jounce.law.hertz{ 1e8, exponent = 1.5 }
