-- A cantilever with a stop at its tip, 20 elements reduced to five modes: the branch of its orbits over the frequency of a force at the tip,
-- from free vibration through touching, folding back and beating to free vibration again.
-- Expected: the linear response, of which the modes are known to 40 digits, reaches the gap at 50.745456395427 and 54.498417633906 rad/s,
-- the grazings; a Neimark-Sacker point at 58.10578954 and the main fold at 64.86907498 rad/s by exact shooting on the five modes.
-- test: --set max=0.1
local jounce = require "jounce"
local p = jounce.parameters{ max = 0.05, modes = 5 }

local function cantilever(w)
  local model = jounce.model{ name = "cantilever" }
  local beam = model:beam{ name = "beam", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 20, theory = "euler_bernoulli",
    section = jounce.section.rectangle{ width = 0.05, height = 0.01 },
    material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7800 } }
  model:fix{ nodes = beam.nodes, dofs = { "ux", "uy", "rx", "rz" } }
  model:fix{ nodes = beam.nodes[1] }
  model:damping(jounce.damping.modal{ ratio = 0.01 })
  model:load{ nodes = { beam.nodes[21] }, direction = { 0, 0, 1 },
              force = jounce.signal.sine{ amplitude = 1, frequency = w/(2*math.pi), phase = math.pi/2 } }
  model:gap{ name = "stop", node = beam.nodes[21], direction = { 0, 0, 1 }, clearance = 5e-3, sides = "positive",
             law = jounce.law.hooke{ stiffness = 5e4 } }
  return jounce.reduce(model, { method = "modal", modes = p.modes, correction = false })
end

local orbit = jounce.orbit{ model = cantilever, parameter = 48, parameter_name = "w", settle = 200,
  period = function(w) return 2*math.pi/w end, probes = { "beam[21].uz" } }
local branch = jounce.continue{ orbit = orbit, from = 48, to = 70, step = { max = p.max } }
print(branch)
branch:csv "out/cantilever.csv"
branch:plot{ y = "beam[21].uz.max", title = "tip of a cantilever with a stop at 5 mm", file = "out/cantilever.svg" }

local function require_special(kind, w, tolerance)
  local nearest
  for _, point in ipairs(branch.special) do
    if point.kind == kind and (not nearest or math.abs(point.parameter - w) < math.abs(nearest.parameter - w)) then nearest = point end
  end
  assert(nearest and math.abs(nearest.parameter - w) <= tolerance,
    ("%s at %.12g differs from %.12g"):format(kind, nearest and nearest.parameter or 0/0, w))
end
-- Grazings within 1e-11 of their value. Rounding in the stiffness matrix alone may move the first frequency by 7e-11 of it (half of
-- eps |v|' |K| |v| / v' K v with the first mode v): nothing computed in double precision is nearer for certain.
require_special("grazing", 50.745456395427, 5e-10)
require_special("grazing", 54.498417633906, 5e-10)
require_special("neimark_sacker", 58.1057895368, 1e-8)             -- the reference's modes err by 2e-10
require_special("fold", 64.8690749761, 1e-8)
require_special("fold", 54.4984028156, 2e-8)
