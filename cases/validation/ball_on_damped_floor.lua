-- A ball falls on a floor with a spring and a damper (code_aster SDND108B): m = 1 kg, g = 10 m/s2, floor at -2 m, v0 = -1 m/s,
-- k = 100 N/m, c = 5 N s/m. The release condition of the contact is a choice that changes the motion.
-- Expected from the closed form: onset at 0.54031242 s in both cases. With release at zero force (`adhesion = false`, transition
-- condition C) at 0.86570175 s, z(1) = -1.85110843 m; with release at zero indentation, after tension (`adhesion = true`,
-- condition A), at 0.92403883 s, z(1) = -1.88214080 m.
local jounce = require "jounce"

local rows = {}
for _, reading in ipairs{
  { name = "F = 0", adhesion = false, leaves = 0.86570175, place = -1.85110843 },
  { name = "indentation = 0", adhesion = true, leaves = 0.92403883, place = -1.88214080 },
} do
  local model = jounce.model{ name = "ball on a damped floor" }
  model:point{ name = "ball", at = { 0, 0, 0 }, mass = 1, free = { "uz" } }
  model:gap{ name = "floor", node = "ball", direction = { 0, 0, 1 }, clearance = 2, sides = "negative",
             law = jounce.law.kelvin_voigt{ stiffness = 100, damping = 5, adhesion = reading.adhesion } }
  model:gravity{ 0, 0, -10 }
  model:initial{ node = "ball", velocity = { 0, 0, -1 } }

  local run = jounce.run(model, {
    method   = jounce.method.newmark{},
    step     = 1e-5,
    duration = 1,
    record   = { probes = { "ball.uz" } },
  })

  local hit = run:impacts("floor")[1]
  for _, row in ipairs{
    { "touches at [s]", hit.time_in, 0.54031242, 1e-8 },
    { "leaves at [s]", hit.time_out, reading.leaves, 2e-8 },
    { "z(1) [m]", run:at("ball.uz", 1), reading.place, 2e-8 },
  } do
    local difference = math.abs(row[2] - row[3])
    assert(difference <= row[4], string.format("%s, %s: %.10g differs from %.10g by more than %g", reading.name, row[1], row[2], row[3], row[4]))
    rows[#rows + 1] = { reading.name, row[1], row[2], row[3], difference }
  end
end
jounce.print_table{ title = "ball on a damped floor", columns = { "released at", "quantity", "computed", "closed form", "difference" },
                    rows = rows }
