-- expect: 1 3: run: the first argument must be a model (jounce.model{ ... }), got a table
local jounce = require "jounce"
jounce.run({ step = 1e-5, duration = 1 })
