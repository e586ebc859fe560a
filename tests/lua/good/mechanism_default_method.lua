-- A model with bodies is marched by event_driven where no method is given, also with a step: newmark, the standard with one, cannot.
-- Witness: the closed fall of a free body, 1e-12 as the method's own tolerance is far below.
local jounce = require "jounce"
local m = jounce.model{ name = "stone" }
m:body{ name = "stone", mass = 1, inertia = 1 }
m:gravity{ 0, -9.81, 0 }
local run = jounce.run(m, { step = 1e-2, duration = 0.5, record = { probes = { "stone.y" } } })
assert(run.summary.method:find("event_driven", 1, true), run.summary.method)
assert(math.abs(run:at("stone.y", 0.5) + 0.5*9.81*0.25) < 1e-12)
