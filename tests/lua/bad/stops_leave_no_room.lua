-- expect: 3 11: model 'block': t = 0.02 s: the impulses of simultaneous impacts on rigid stops cannot be determined; 'wall' and 'push' touch there: where they leave no room, ...
-- A plate pushes a block to a wall and goes on.
local jounce = require "jounce"
local model = jounce.model{ name = "block" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:node{ name = "plate", at = { 0, 0, 0 } }
model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.ramp{ from_time = 0, to_time = 1, from_value = 0, to_value = 0.1 } }
model:gap{ name = "wall", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
model:gap{ name = "push", from = "plate", to = "block", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "negative", law = jounce.law.rigid{ restitution = 0 } }
jounce.run(model, { method = jounce.method.newmark{}, step = 1e-3, duration = 0.1 })
