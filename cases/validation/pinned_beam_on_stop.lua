-- Pinned beam that swings onto an elastic stop at its tip (code_aster SDNL32): L = 0.783 m, square 14 mm, E = 6.7e10, nu = 0,
-- density 2400 kg/m3, 1 % damping on every mode, rigid rotation at -3.8 rad/s, tip stop at zero gap.
-- Expected tip deflection in mm at 1 ... 12 ms:
--   k = 18000 N/m: -2.66 -4.33 -4.92 -4.78 -3.82 -2.87 -2.71 -3.09 -3.41 -3.36 -2.64 -0.742
--   k = 45000 N/m: -2.25 -2.66 -1.96 -1.15 -0.124 -0.364 -2.01 -2.74 -1.89 -0.352 +1.70 +4.99   (within 1 % of the range)
local jounce = require "jounce"

local p = jounce.parameters{ elements = 20, step = 1e-6 }
local expected = {
  { 18000, { -2.66, -4.33, -4.92, -4.78, -3.82, -2.87, -2.71, -3.09, -3.41, -3.36, -2.64, -0.742 } },
  { 45000, { -2.25, -2.66, -1.96, -1.15, -0.124, -0.364, -2.01, -2.74, -1.89, -0.352, 1.70, 4.99 } },
}

for _, case in ipairs(expected) do
  local stiffness, reference = case[1], case[2]
  local model = jounce.model{ name = "pinned beam on a stop" }
  local beam = model:beam{
    name = "beam", from = { 0, 0, 0 }, to = { 0.783, 0, 0 }, elements = p.elements, theory = "euler_bernoulli",
    section  = jounce.section.rectangle{ width = 0.014, height = 0.014 },
    material = jounce.material{ E = 6.7e10, nu = 0, density = 2400 },
  }
  model:fix{ nodes = beam.nodes, dofs = { "ux", "uy", "rx", "rz" } }
  model:fix{ nodes = { beam.nodes[1] }, dofs = { "uz" } }
  local tip = beam.nodes[#beam.nodes]
  model:gap{ name = "stop", node = tip, direction = { 0, 0, 1 }, clearance = 0, sides = "negative",
             law = jounce.law.hooke{ stiffness = stiffness } }
  model:damping(jounce.damping.modal{ ratio = 0.01 })
  for i, node in ipairs(beam.nodes) do                         -- rigid rotation: every point moves at -3.8 x
    model:initial{ node = node, velocity = { 0, 0, i > 1 and -3.8*0.783*(i - 1)/p.elements or 0 }, angular_velocity = { 0, 3.8, 0 } }
  end
  local run = jounce.run(model, { method = jounce.method.newmark{}, step = p.step, duration = 0.012,
                                  record = { every = 10, probes = { "stop.uz" } } })
  local low, high = math.huge, -math.huge
  for _, value in ipairs(reference) do low, high = math.min(low, value), math.max(high, value) end
  local rows = {}
  for ms, value in ipairs(reference) do
    local computed = 1e3*run:at("stop.uz", 1e-3*ms)
    rows[ms] = { ms, computed, value, computed - value }
    assert(math.abs(computed - value) <= 0.01*(high - low) + 0.005,   -- half of the last printed digit
           string.format("k = %g, t = %d ms: %.4f mm instead of %.4f mm", stiffness, ms, computed, value))
  end
  jounce.print_table{ title = "tip deflection, stop of " .. stiffness .. " N/m",
    columns = { "t [ms]", "computed [mm]", "reference [mm]", "difference [mm]" }, rows = rows }
end
