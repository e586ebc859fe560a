-- expect: 1 6: reduce: method 'guyan' keeps nothing of model 'free', which has no gap, no friction, no load and no 'keep': name nodes to keep, or use a method with modes
local jounce = require "jounce"
local m = jounce.model{ name = "free" }
m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1 }
jounce.reduce(m, { method = "guyan" })
