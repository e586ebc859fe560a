-- A spring-damper whose tension lasts for a part of one adaptive step, and has passed where the step ends at a record: it lets go there
-- and takes hold again, wherever the records are. Reference: precise integration of order 4 with short steps, another method.
-- Control: with records every 0.05 s the contact went on through the tension.
local jounce = require "jounce"

local function run(method, step, speed)
  local model = jounce.model{ name = "spring-damper" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uz" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 300, damping = 0.2 }
  model:initial{ node = "p", velocity = { 0.2, 0, -speed } }
  model:spring{ from = "p", direction = { 0, 0, 1 }, stiffness = 20, damping = 0.1 }
  model:load{ node = "p", direction = { 0, 0, -1 }, force = 6 }
  model:load{ node = "p", direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 5, frequency = 3.1 } }
  model:gap{ name = "g", node = "p", direction = { 0, 0, -1 }, sides = "positive", clearance = 1e-3, law = jounce.law.kelvin_voigt{ stiffness = 4e4, damping = 30 } }
  return jounce.run(model, { method = method, step = step, duration = 0.35, record = { probes = { "g.force" } } }):impacts()
end

for _, speed in ipairs{ 0, 0.005, 0.04, 0.115 } do
  local reference = run(jounce.method.precise{ order = 4 }, 1e-5, speed)
  assert(#reference > 3)
  for _, tolerance in ipairs{ 1e-6, 1e-8, 1e-12 } do
    for _, step in ipairs{ 0.35, 0.05, 0.02, 0.013 } do
      local impacts = run(jounce.method.event_driven{ tolerance = tolerance }, step, speed)
      local label = string.format("%g m/s, tolerance %g, step %g", speed, tolerance, step)
      assert(#impacts == #reference, string.format("%s: %d impacts, not %d", label, #impacts, #reference))
      for i, impact in ipairs(impacts) do
        local off = math.abs(impact.time_in - reference[i].time_in)
        assert(off < 1e-8 + 10*tolerance, string.format("%s: onset %d is off by %.1e s", label, i, off))
      end
    end
  end
end
