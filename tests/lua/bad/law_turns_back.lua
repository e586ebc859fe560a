-- expect: 3 8: model 'pin': contact 'bore' is 2.7...
local jounce = require "jounce"
local pin = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.995e-3, contact = "internal", length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
local model = jounce.model{ name = "pin" }
model:point{ name = "pin", at = { 0, 0, 0 }, mass = 2, free = { "ux" } }
model:gap{ name = "bore", node = "pin", direction = { 1, 0, 0 }, clearance = 5e-6, law = jounce.law.johnson{ geometry = pin } }
model:initial{ node = "pin", velocity = { 0.2, 0, 0 } }
jounce.run(model, { step = 1e-7, duration = 1e-4, output = "out" })
