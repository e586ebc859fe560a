-- Spurious high modes: the elastic bar of cases/validation/bar_on_wall.lua by average acceleration, by generalized-alpha with
-- spectral radius 0.5, and by event_driven, which is exact for the mesh. The pictures in out/high_modes show the contact force.
-- Sources: J. Chung, G. M. Hulbert (1993), doi:10.1115/1.2900803 (numerical damping); wave theory for the numbers: contact from
-- 5.0e-4 s on for 2L/c, force 1270.83 N, afterwards every point moves at +0.1 m/s.
-- Expected at step 1e-6 s (half the travel time of a wave through an element): the deviation from the constant force is 4.6 % rms for the
-- exact motion of the mesh, 3.2 % for average acceleration and 0.2 % for generalized-alpha; that of the velocity of the struck end after
-- the rebound is 9.9, 7.9 and 3.4 %; spectral radius 0 has 0.01 % and 5.9 %. At step 2.5e-7 s the highest mode is resolved,
-- generalized-alpha hardly damps it, and all methods show the motion of the mesh.
local jounce = require "jounce"

local p = jounce.parameters{ elements = 100, stiffness = 6.6e9 }   -- the stop is as stiff as one element

local area <const>, E <const>, density <const>, speed <const> = 3.14e-4, 210e9, 7800, 0.1
local force = area*math.sqrt(E*density)*speed
local release = 5e-5/speed + 2/math.sqrt(E/density)

local function rms(times, values, from, to, expected)         -- relative deviation from a constant
  local sum, n = 0, 0
  for i = 1, #times do
    if times[i] > from and times[i] < to then sum, n = sum + (values[i]/expected - 1)^2, n + 1 end
  end
  return math.sqrt(sum/n)
end

local function strike(name, method, step)
  local model = jounce.model{ name = name }
  local bar = model:beam{
    name = "bar", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = p.elements, theory = "euler_bernoulli",
    section  = jounce.section.circle{ diameter = math.sqrt(4*area/math.pi) },
    material = jounce.material{ E = E, nu = 0.3, density = density },
  }
  model:fix{ nodes = bar.nodes, dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:gap{ name = "wall", node = bar.nodes[1], direction = { 1, 0, 0 }, clearance = 5e-5, sides = "negative",
             law = jounce.law.hooke{ stiffness = p.stiffness } }
  model:initial{ nodes = bar.nodes, velocity = { -speed, 0, 0 } }
  local run = jounce.run(model, { method = method, step = step, duration = 1.5e-3, record = { probes = { "wall.force", "wall.ux_velocity" } } })
  run:plot{ probes = { "wall.force" }, file = "out/high_modes/" .. name .. ".png" }
  local times, forces = run:series "wall.force"
  local _, speeds = run:series "wall.ux_velocity"
  local hit = run:impacts("wall")[1]
  return { name, step, rms(times, forces, 5.1e-4, release - 2e-5, force), hit.peak_force/force - 1,
           rms(times, speeds, release + 3e-5, 1.5e-3, speed), hit.impulse/(2*area*density*speed) }
end

local method = jounce.method
local rows = {
  strike("average_acceleration", method.average_acceleration{}, 1e-6),
  strike("generalized_alpha_0.5", method.generalized_alpha{ spectral_radius = 0.5 }, 1e-6),
  strike("average_acceleration_fine", method.average_acceleration{}, 2.5e-7),
  strike("generalized_alpha_0.5_fine", method.generalized_alpha{ spectral_radius = 0.5 }, 2.5e-7),
  strike("generalized_alpha_0", method.generalized_alpha{ spectral_radius = 0 }, 1e-6),
  strike("event_driven", method.event_driven{}, 1e-6),
}
jounce.print_table{ title = "a bar strikes a wall: relative deviations from wave theory",
  columns = { "run", "step [s]", "force (rms)", "peak force", "speed after (rms)", "impulse/2mv" }, rows = rows }
local mesh = rows[#rows]
assert(mesh[3] > 0.04 and mesh[5] > 0.08, "the mesh no longer rings")
assert(rows[1][3] > 0.02, "average acceleration at 1e-6 s no longer rings")
assert(rows[2][3] < 0.004, "generalized-alpha at 1e-6 s rings")
assert(rows[5][5] > 1.4*rows[2][5], "spectral radius 0 no longer costs more than it gives")
assert(rows[2][5] < 0.5*rows[1][5], "generalized-alpha at 1e-6 s leaves as much vibration as average acceleration")
for i = 3, 4 do assert(math.abs(rows[i][3]/mesh[3] - 1) < 0.2, rows[i][1] .. ": off the mesh's own answer") end
for _, row in ipairs(rows) do assert(math.abs(row[6] - 1) < 0.01, row[1] .. ": impulse") end
