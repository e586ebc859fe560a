-- expect: 1 3: continue: one of 'orbit' or 'point' is required
local jounce = require "jounce"
jounce.continue{ from = 1, to = 2 }
