-- expect: 1 9: run: 'initial' (state at the end of a run, at t = 0, of model 'b1') has no coordinate 'q2.ux', which model 'b2' has (point 2: x = 2)
local jounce = require "jounce"
jounce.sweep{ axes = { { name = "x", values = { 1, 2 } } }, carry = "x", point = function(at, before)
  local model = jounce.model{ name = "b" .. at.x }
  for i = 1, at.x do
    model:point{ name = "q" .. i, at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
    model:spring{ from = "q" .. i, direction = { 1, 0, 0 }, stiffness = 1 }
  end
  local run = jounce.run(model, { duration = 1, initial = before and before.state, record = { probes = { "q1.ux" } } })
  return { run = run, row = { y = 1 } }
end }
