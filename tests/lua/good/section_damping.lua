-- Section forces contain the force of Rayleigh damping: at a clamped node the section force is what the support gives the beam, with
-- the opposite sign, as nothing else acts there (virtual work). Tolerance: round-off, 1e-9 of the largest force. Control: the elastic part
-- alone, M = -E I w'' by the mean curvature over an element, is off by more, as is the sum of both without damping.
local jounce = require "jounce"
local function largest_difference(damping, probes)
  local m = jounce.model{ name = "cantilever" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 6, section = jounce.section.rectangle{ width = 0.02, height = 0.03 },
    material = jounce.material{ E = 2e11, nu = 0.3, density = 7800 } }
  m:fix{ nodes = { b.nodes[1] }, dofs = { "ux", "uy", "uz", "rx", "ry", "rz" } }
  m:load{ nodes = { b.nodes[7] }, direction = { 0.3, 0.2, 1 }, force = jounce.signal.sine{ amplitude = 100, frequency = 20 } }
  m:damping(damping)
  local run = jounce.run(m, { method = jounce.method.newmark{}, step = 1e-4, duration = 0.1, record = { probes = probes } })
  local a, b1 = select(2, run:series(probes[1])), select(2, run:series(probes[2]))
  local off, size = 0, 0
  for i = 1, #a do
    off = math.max(off, math.abs(a[i] + b1[i]))
    size = math.max(size, math.abs(a[i]))
  end
  return off/size
end
local rayleigh = jounce.damping.rayleigh{ ratio = 0.2, frequencies = { 20, 200 } }
for _, pair in ipairs{ { "b[1].shear_force_z", "b[1].reaction_uz" }, { "b[1].normal_force", "b[1].reaction_ux" },
                       { "b[1].bending_moment_y", "b[1].reaction_ry" }, { "b[1].bending_moment_z", "b[1].reaction_rz" } } do
  local off = largest_difference(rayleigh, pair)
  assert(off < 1e-9, pair[1] .. ": " .. off)
end
local modal = largest_difference(jounce.damping.modal{ ratio = 0.2 }, { "b[1].bending_moment_y", "b[1].reaction_ry" })
assert(modal > 1e-3, "control: the force of damping by modes is not in the element")
