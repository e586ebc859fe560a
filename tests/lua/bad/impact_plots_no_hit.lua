-- expect: 1 3: plot_impacts: 'hits[1]' must be a hit (of jounce.impact{ ... })
local jounce = require "jounce"
jounce.plot_impacts{ hits = { jounce.law.hertz{ stiffness = 1 } }, file = "no.svg" }
