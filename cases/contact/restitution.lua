-- The restitution that laws of the Hunt-Crossley family, F_e(delta) (1 + a rate/v0), deliver for a prescribed one, by integrating one
-- free collision each; the laws differ in a(e) only, so stiffness, exponent, mass and speed do not matter (exponent 1.5 for all here).
-- Expected (closed form, a(1 + e) = ln[(1 + a)/(1 - a e)]) for e = 0.1, 0.3, 0.5, 0.7, 0.9: the table below, to its eight digits;
-- simplified Marhefka-Orin has no a(e) below e = 1/3.
local jounce = require "jounce"

local asked = { 0.1, 0.3, 0.5, 0.7, 0.9 }
local family = {
  { "hunt_crossley",            0.51583262, 0.58128804, 0.66296220, 0.76799979, 0.90901574 },
  { "herbert_mcwhannell",       0.49069766, 0.51996655, 0.59362426, 0.72268265, 0.90089299 },
  { "lee_wang_first",           0.68666344, 0.73899532, 0.79919878, 0.86934311, 0.95237015 },
  { "khulief_shabana",          0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668 },
  { "lankarani_nikravesh",      0.66526541, 0.68422461, 0.72524111, 0.79597260, 0.91317668 },
  { "marhefka_orin",            0.49069766, 0.51996655, 0.59362426, 0.72268265, 0.90089299 },
  { "marhefka_orin_simplified", nil,        nil,        0.37964638, 0.68004891, 0.89936925 },
  { "gonthier",                 0.1,        0.3,        0.5,        0.7,        0.9        },
  { "gonthier_approximate",     0.10098977, 0.30422486, 0.48774126, 0.66958132, 0.87643542 },
  { "flores",                   0.06944423, 0.25620791, 0.47044478, 0.68318420, 0.89392069 },
  { "gharib_hurmuzlu_first",    0.09998162, 0.28187672, 0.41071969, 0.50077934, 0.56681197 },
  { "hu_guo",                   0.07407353, 0.27065846, 0.48774126, 0.69729697, 0.89989994 },
}

local rows, hits, names = {}, {}, {}
for _, law in ipairs(family) do
  local row = { law[1] }
  for i, e in ipairs(asked) do
    local want = law[i + 1]
    row[i + 1] = "-"
    if want then
      local hit = jounce.impact{ law = jounce.law[law[1]]{ stiffness = 3e9, exponent = 1.5, restitution = e }, reduced_mass = 0.4, speed = 1.3 }
      assert(math.abs(hit.restitution - want) < 6e-9, string.format("%s at e = %g: %.10f", law[1], e, hit.restitution))
      row[i + 1] = string.format("%.8f", hit.restitution)
      if e == 0.5 then hits[#hits + 1], names[#names + 1] = hit, string.format("%s: %.4f", law[1], hit.restitution) end
    end
  end
  rows[#rows + 1] = row
end
jounce.print_table{ title = "delivered restitution for the prescribed e",
  columns = { "law", "e = 0.1", "e = 0.3", "e = 0.5", "e = 0.7", "e = 0.9" }, rows = rows }
jounce.plot_impacts{ hits = hits, names = names, title = "e = 0.5 prescribed: restitution of twelve laws",
                     file = "out/restitution/hysteresis.svg" }
