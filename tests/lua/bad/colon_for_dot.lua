-- expect: 1 3: law.hertz: call it with a dot: jounce.law.hertz{ ... }
local jounce = require "jounce"
jounce.law:hertz{ stiffness = 1e8 }
