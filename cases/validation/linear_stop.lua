-- One mass that swings onto a linear stop at zero gap (code_aster SDND101): m = 100 kg, k = 1e4 N/m, stop 1e6 N/m, v0 = 1 m/s.
-- Expected from the closed form: peak force 9950.372 N at 0.01563001 s, contact 0.03126002 s, impulse 198.0198 N s,
-- second peak at 0.3610493 s. Newmark converges to them at second order in the step.
local jounce = require "jounce"

local p = jounce.parameters{ step = 2e-6 }

local model = jounce.model{ name = "mass on a linear stop" }
model:point{ name = "mass", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
model:spring{ from = "mass", direction = { 1, 0, 0 }, stiffness = 1e4 }
model:gap{ name = "stop", node = "mass", direction = { 1, 0, 0 }, clearance = 0, sides = "positive",
           law = jounce.law.hooke{ stiffness = 1e6 } }
model:initial{ node = "mass", velocity = { 1, 0, 0 } }

local run = jounce.run(model, {
  method   = jounce.method.newmark{},
  step     = p.step,
  duration = 0.4,
  record   = { probes = { "mass.ux", "stop.force" } },
})

local hits = run:impacts "stop"
local function peak_time(from, to)                            -- the instant of the largest recorded force
  local times, forces = run:series "stop.force"
  local best, at = -1, 0
  for i = 1, #times do
    if times[i] >= from and times[i] <= to and forces[i] > best then best, at = forces[i], times[i] end
  end
  return at
end

local rows = {
  { "peak force [N]",      hits[1].peak_force,                  9950.372,   1e-6 },
  { "time of the peak [s]", peak_time(0, 0.1),                  0.01563001, 2e-4 },
  { "contact time [s]",    hits[1].time_out - hits[1].time_in,  0.03126002, 1e-6 },
  { "impulse [N s]",       hits[1].impulse,                     198.0198,   1e-6 },
  { "second peak at [s]",  peak_time(0.2, 0.4),                 0.3610493,  1e-5 },
}
for _, row in ipairs(rows) do
  local difference = math.abs(row[2]/row[3] - 1)
  assert(difference <= row[4], string.format("%s: %.10g differs from %.10g by more than %g", row[1], row[2], row[3], row[4]))
  row[4] = difference
end
jounce.print_table{ title = "mass on a linear stop", columns = { "quantity", "computed", "closed form", "relative difference" }, rows = rows }
