-- A clearance in three ways (Xu et al. 2022, doi 10.3390/machines10090814, Sec. 2.1, Fig. 1): a rigid massless rod, a
-- spring and a damper, and a contact force, for one mass of 100 kg between walls 5 mm away at 8 m/s, without other forces.
-- Expected: the rod bounces at 0.625, 1.875, 3.125 ms; the spring-damper delivers e = 0.800353640317997 in 4.45403197184414e-4 s
-- (released at zero indentation) or 0.808424383410264 in 4.25336262703121e-4 s (at zero force); the contact time of the force law decreases by
-- 100^(2/5) = 6.309573445 per factor 100 in K, towards the rod.
local jounce = require "jounce"
local m, d, v0 = 100, 5e-3, 8

local rows, times = {}, {}
local function bounce(name, law)
  local model = jounce.model{ name = "mass between walls" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
  model:gap{ name = "walls", node = "block", direction = { 1, 0, 0 }, clearance = d, sides = "both", law = law }
  model:initial{ node = "block", velocity = { v0, 0, 0 } }
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-12 }, duration = 5e-3,
                                  record = { probes = { "block.ux" } } })
  local first, second = table.unpack(run:impacts "walls")
  local contact = first.time_out - first.time_in
  rows[#rows + 1] = { name, 1e3*first.time_in, 1e3*second.time_in, 1e3*contact, first.speed_out/first.speed_in,
                      1e3*run:peak("block.ux", { from = 0 }) }
  return contact
end

bounce("rod (rigid, e = 1)", jounce.law.rigid{ restitution = 1 })
bounce("spring-damper, to zero indentation", jounce.law.kelvin_voigt{ stiffness = 5e9, damping = 1e5, transition = "distance" })
bounce("spring-damper, to zero force", jounce.law.kelvin_voigt{ stiffness = 5e9, damping = 1e5 })
for _, K in ipairs{ 1.5e9, 1.5e11, 1.5e13, 1.5e15, 1.5e17 } do
  times[#times + 1] = bounce(string.format("force, Hertz, K = %.1e", K), jounce.law.hertz{ stiffness = K })
end
bounce("force, Flores, e = 0.8", jounce.law.flores{ stiffness = 1.5e11, restitution = 0.8 })
jounce.print_table{ title = "a clearance in three ways",
  columns = { "description", "first impact [ms]", "second [ms]", "contact [ms]", "restitution", "largest |x| [mm]" }, rows = rows }
for i = 2, #times do print(string.format("contact time per factor 100 in K: %.9f", times[i - 1]/times[i])) end
