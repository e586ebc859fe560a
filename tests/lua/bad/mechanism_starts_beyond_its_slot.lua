-- expect: 1 6: model.slot: the pin of 'slot' starts 0.0154 m beyond the end of the slot; start it inside the slot (model:assemble, model:initial), or extend the slot
local jounce = require "jounce"
local m = jounce.model{ name = "yoke" }
m:body{ name = "crank", mass = 1, inertia = 1e-3, points = { P = { 0.05, 0 } } }
m:body{ name = "slider", mass = 1, inertia = 1e-3 }
m:slot{ name = "slot", base = "slider", pin = "crank.P", from = { 0, -0.02 }, to = { 0, 0.02 }, width = 0.011, pin_radius = 0.005, law = jounce.law.hertz{ stiffness = 1e9 } }
m:revolute{ name = "O", between = { { 0, 0 }, "crank" } }
m:translational{ name = "guide", body = "slider" }
m:drive{ joint = "O", speed = 10 }
m:assemble{ angles = { crank = 0.8 } }
jounce.run(m, { method = jounce.method.event_driven{}, step = 1e-5, duration = 1e-3 })
