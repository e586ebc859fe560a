-- A ball falls on an elastic floor (code_aster SDND108A): m = 1 kg, g = 10 m/s2, floor at -2 m, v0 = -1 m/s, k = 100 N/m.
-- Expected from the closed form: onset at 0.54031242 s, release at 0.88545615 s, z(1) = -1.33216298 m, z(1.1) = -0.85639441 m.
local jounce = require "jounce"

local p = jounce.parameters{ step = 1e-5 }

local model = jounce.model{ name = "ball on an elastic floor" }
model:point{ name = "ball", at = { 0, 0, 0 }, mass = 1, free = { "uz" } }
model:gap{ name = "floor", node = "ball", direction = { 0, 0, 1 }, clearance = 2, sides = "negative",
           law = jounce.law.hooke{ stiffness = 100 } }
model:gravity{ 0, 0, -10 }
model:initial{ node = "ball", velocity = { 0, 0, -1 } }

local run = jounce.run(model, {
  method   = jounce.method.newmark{},
  step     = p.step,
  duration = 1.1,
  record   = { probes = { "ball.uz" } },
})

local hit = run:impacts("floor")[1]
local rows = {
  { "touches at [s]", hit.time_in,                0.54031242,  1e-8 },
  { "leaves at [s]",  hit.time_out,               0.88545615,  1e-8 },
  { "z(1) [m]",       run:at("ball.uz", 1.0),    -1.33216298,  2e-8 },
  { "z(1.1) [m]",     run:at("ball.uz", 1.1),    -0.85639441,  2e-8 },
}
for _, row in ipairs(rows) do
  local difference = math.abs(row[2] - row[3])
  assert(difference <= row[4], string.format("%s: %.10g differs from %.10g by more than %g", row[1], row[2], row[3], row[4]))
  row[4] = difference
end
jounce.print_table{ title = "ball on an elastic floor", columns = { "quantity", "computed", "closed form", "difference" }, rows = rows }
