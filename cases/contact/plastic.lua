-- Impacts with a permanent indentation: H. M. Lankarani and P. E. Nikravesh 1994 (doi:10.1007/BF00045676), loading K delta^n, unloading to the
-- permanent indentation delta_p = (1 - e^2) delta_m.
-- Expected: exactly the prescribed restitution; delta_m = [(n + 1) m v^2/(2K)]^(1/(n + 1)) as without dissipation; and in a run with the
-- same law a second, slower impact that begins at the permanent indentation, stays on the unloading curve, and dissipates nothing.
local jounce = require "jounce"

local p = jounce.parameters{ restitution = 0.6, stiffness = 5e8, mass = 0.5, speed = 2.0 }

local law     = jounce.law.lankarani_nikravesh_1994{ stiffness = p.stiffness, restitution = p.restitution }
local deepest = (2.5*p.mass*p.speed^2/(2*p.stiffness))^0.4
local rows, hits, names = {}, {}, {}
for i, e in ipairs{ 1.0, 0.8, p.restitution, 0.3 } do
  local hit = jounce.impact{ law = jounce.law.lankarani_nikravesh_1994{ stiffness = p.stiffness, restitution = e },
                             reduced_mass = p.mass, speed = p.speed }
  hits[i], names[i] = hit, string.format("e = %g", e)
  rows[i] = { e, hit.restitution, hit.max_indentation*1e3, hit.permanent_indentation*1e3, hit.work }
  assert(math.abs(hit.restitution - e) < 1e-10, "restitution")
  assert(math.abs(hit.max_indentation/deepest - 1) < 1e-10, "depth")
  assert(math.abs(hit.permanent_indentation/deepest - (1 - e^2)) < 1e-10, "dent")
end
jounce.print_table{ title = "one impact with permanent indentation",
  columns = { "e asked", "e delivered", "deepest [mm]", "dent [mm]", "lost [J]" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "loading, unloading and permanent indentation",
                     file = "out/plastic/hysteresis.svg" }

-- An impact, reversal by a soft spring, and a second impact that begins at the permanent indentation.
local model = jounce.model{ name = "two hits on one spot" }
model:point{ name = "ball", at = { 0, 0, 0 }, mass = p.mass, free = { "ux" } }
model:spring{ from = "ball", direction = { 1, 0, 0 }, stiffness = 200 }
model:gap{ name = "wall", node = "ball", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive", law = law }
model:initial{ node = "ball", velocity = { p.speed, 0, 0 } }
local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-4, duration = 0.3 })
local list = run:impacts("wall")
local table_rows = {}
for i, hit in ipairs(list) do
  table_rows[i] = { i, hit.time_in, hit.speed_in, hit.speed_out, hit.restitution_delivered, hit.max_indentation*1e3, hit.work }
end
jounce.print_table{ title = "repeated impacts at the same point",
  columns = { "hit", "time [s]", "speed in [m/s]", "speed out [m/s]", "e", "deepest [mm]", "lost [J]" }, rows = table_rows }
assert(#list >= 2 and math.abs(list[1].restitution_delivered - p.restitution) < 1e-3, "the first hit leaves the dent")
assert(list[2].max_indentation < list[1].max_indentation and math.abs(list[2].restitution_delivered - 1) < 1e-3, "the second springs back")
