-- expect: 3 6: compare: the reference (newmark (beta 0, gamma 0.5), step 0.5 s) fails: model 'block': the motion is no longer finite at t = ...
local jounce, block = require "jounce", require "support.block"
local newmark = jounce.method.newmark
local model = block()
model:initial{ node = "block", velocity = { 1, 0, 0 } }
jounce.compare{ model = model, duration = 200, methods = { newmark{} }, steps = { 1e-2 }, probes = { "block.ux" },
                reference = { method = newmark{ beta = 0 }, step = 0.5 } }
