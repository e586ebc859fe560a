-- A mass that comes to rest on rigid stops under a load and friction along them, by event_driven at tolerances down to rounding. Beside a slip
-- that begins at rest steps are so short that the instants of their stages are rounded, and the load with them: no step is short enough to remove
-- that, and runs ended in "the tolerance requires steps of 5.6e-14 s". Reference: the run at 1e-9, whose flights are exact. Control: friction takes
-- the motion across, of 5 mm without it.
local jounce = require "jounce"

local function run(tolerance)
  local model = jounce.model{ name = "rests", accept = { "unsupported" } }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 100 }
  model:spring{ from = "p", direction = { 0, 1, 0 }, stiffness = 100 }
  model:gap{ name = "g", node = "p", direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.rigid{ restitution = 0.5 },
             friction = jounce.friction.coulomb{ coefficient = 0.2 }, tangent = { 0, 1, 0 } }
  model:initial{ node = "p", velocity = { 0.1, 0.05, 0 } }
  model:load{ node = "p", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 5, frequency = 2 } }
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = tolerance }, step = 0.5, duration = 10,
                             record = { probes = { "p.ux", "p.uy" } } })
end

local want = run(1e-9)
assert(math.abs(want:at("p.uy", 10)) < 1e-6)
for _, tolerance in ipairs{ 1e-11, 1e-12 } do
  local got = run(tolerance)
  assert(#got:impacts("g") == #want:impacts("g") and #got:friction_events("g") == #want:friction_events("g"),
         string.format("tolerance %g: %d impacts, %d changes of friction", tolerance, #got:impacts("g"), #got:friction_events("g")))
  for t = 0.35, 10, 0.55 do
    for probe, scale in pairs{ ["p.ux"] = 1e-3, ["p.uy"] = 5e-3 } do
      local off = math.abs(got:at(probe, t) - want:at(probe, t))
      assert(off < 1e-8*scale, string.format("tolerance %g: %s off by %.2e m at %g s", tolerance, probe, off, t))
    end
  end
end
