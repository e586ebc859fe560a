-- expect: 1 6: modes: model 'pendulum' has bodies or joints, so that its matrices change with the motion: only jounce.run supports them
local jounce, block = require "jounce", require "support.block"
local model = jounce.model{ name = "pendulum" }
model:body{ name = "bar", mass = 1, inertia = 0.1, points = { O = { -0.5, 0 } } }
model:revolute{ name = "O", between = { { 0, 0 }, "bar.O" } }
jounce.modes(model)
return block
