-- expect: 1 4: hit:csv: law.rigid has an impulse and no force over time
local jounce = require "jounce"
local hit = jounce.impact{ law = jounce.law.rigid{}, reduced_mass = 1, speed = 1 }
hit:csv("rigid.csv")
