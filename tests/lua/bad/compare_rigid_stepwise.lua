-- expect: 1 6: compare: 'events' must be "locate" with the rigid stop of gap 'wall', got "stepwise"
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
local model = block()
model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.rigid{ restitution = 0.8 } }
jounce.compare{ model = model, duration = 1, methods = { newmark{} }, steps = { 1e-3 }, events = "stepwise",
                reference = { method = newmark{}, step = 1e-4 }, probes = { "block.ux" } }
