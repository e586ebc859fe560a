-- Elastic Hertz impact of a mass on a wall: m = 1 kg, K = 1e9 N/m^1.5, v = 1 m/s.
-- Expected from the energy: max indentation (5 m v^2/4K)^0.4 = 2.746401e-4 m, max force 4551.41 N, contact time
-- 2.9433 delta_max/v, restitution 1; by step refinement at second order.
local jounce = require "jounce"

local p = jounce.parameters{ mass = 1.0, stiffness = 1e9, speed = 1.0 }

local deepest  = (5*p.mass*p.speed^2/(4*p.stiffness))^0.4
local force    = p.stiffness*deepest^1.5
local duration = 2.943275*deepest/p.speed

local function hit(step)
  local model = jounce.model{ name = "Hertz impact" }
  model:point{ name = "mass", at = { 0, 0, 0 }, mass = p.mass, free = { "ux" } }
  model:gap{ name = "wall", node = "mass", direction = { 1, 0, 0 }, clearance = deepest/3, sides = "positive",
             law = jounce.law.hertz{ stiffness = p.stiffness } }
  model:initial{ node = "mass", velocity = { p.speed, 0, 0 } }
  local run = jounce.run(model, { method = jounce.method.newmark{}, step = step, duration = 2*duration })
  return run:impacts("wall")[1]
end

local rows = {}
for _, cells in ipairs{ 100, 400, 1600 } do
  local impact = hit(duration/(cells + 0.381966))             -- an irrational fraction: a step that divides the contact overestimates the order
  rows[#rows + 1] = { cells, impact.max_indentation/deepest - 1, impact.peak_force/force - 1,
                      (impact.time_out - impact.time_in)/duration - 1, impact.restitution_delivered - 1 }
  for i = 2, 5 do assert(math.abs(rows[#rows][i]) < 15/cells^2, "the error is not of second order") end
end
jounce.print_table{ title = "Hertz impact: relative errors by steps per contact",
  columns = { "steps", "max indentation", "max force", "contact time", "restitution" }, rows = rows }
