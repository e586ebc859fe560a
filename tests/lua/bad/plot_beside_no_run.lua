-- expect: 1 6: run:plot: the arguments after the table must be runs, got a table
local jounce = require "jounce"
local model = jounce.model{ name = "m" }
model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
local run = jounce.run(model, { method = jounce.method.newmark{}, step = 1e-2, duration = 0.1, record = { probes = { "p.ux" } } })
run:plot({ probes = { "p.ux" }, file = "p.png" }, {})
