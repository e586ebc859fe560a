-- Elastic bar thrown at a rigid wall: L = 1 m, E = 210 GPa, density 7800 kg/m3, S = 3.14e-4 m2, v = -0.1 m/s, gap 5e-5 m.
-- Expected from wave theory: contact from 5.0e-4 to 8.8545e-4 s, force 1270.83 N, impulse 0.48984 N s. The discrete bar with
-- a stiff stop oscillates about it: times within 2 %, impulse within 1 %, mean force within 3 %.
local jounce = require "jounce"

local p = jounce.parameters{ elements = 200, stiffness = 3e10, step = 2e-8 }

local model = jounce.model{ name = "bar on a wall" }
local bar = model:beam{
  name = "bar", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = p.elements, theory = "euler_bernoulli",
  section  = jounce.section.circle{ diameter = math.sqrt(4*3.14e-4/math.pi) },
  material = jounce.material{ E = 210e9, nu = 0.3, density = 7800 },
}
model:fix{ nodes = bar.nodes, dofs = { "uy", "uz", "rx", "ry", "rz" } }
model:gap{ name = "wall", node = bar.nodes[1], direction = { 1, 0, 0 }, clearance = 5e-5, sides = "negative",
           law = jounce.law.hooke{ stiffness = p.stiffness } }
model:initial{ nodes = bar.nodes, velocity = { -0.1, 0, 0 } }

local run = jounce.run(model, {
  method   = jounce.method.newmark{},
  step     = p.step,
  duration = 1.2e-3,
  record   = { every = 10, probes = { "wall.force", "wall.ux" } },
})

-- The wave front opens and closes the stop repeatedly: the contact lasts from the first onset to the last release.
local hits = run:impacts "wall"
local impulse = 0
for _, hit in ipairs(hits) do impulse = impulse + hit.impulse end
local first, last = hits[1].time_in, hits[#hits].time_out
local rows = {
  { "first onset [s]",  first,                    5.0e-4,    1e-6 },
  { "last release [s]", last,                     8.8545e-4, 0.02 },
  { "impulse [N s]",    impulse,                  0.48984,   0.01 },
  { "mean force [N]",   impulse/(last - first),   1270.83,   0.03 },
}
for _, row in ipairs(rows) do
  local difference = math.abs(row[2]/row[3] - 1)
  assert(difference <= row[4], string.format("%s: %.10g differs from %.10g by more than %g", row[1], row[2], row[3], row[4]))
  row[4] = difference
end
jounce.print_table{ title = "bar on a wall", columns = { "quantity", "computed", "wave theory", "relative difference" }, rows = rows }
