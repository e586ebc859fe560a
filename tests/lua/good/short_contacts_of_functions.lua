-- Contacts that last for a thousandth of a step, where a support is held by a function and the motion has no closed form: they are found at
-- the maxima of the indentation. The same on a fixed support, whose flights have a closed form, is the reference.
-- Control: each contact lasts for less than a hundredth of a radian of the motion.
local jounce = require "jounce"
local w <const> = 10

local function run(moved, friction)
  local model = jounce.model{ name = "grazing" }
  model:point{ name = "b", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:node{ name = "support", at = { -1, 0, 0 } }
  model:fix{ node = "support", dofs = moved and { "uy", "uz", "rx", "ry", "rz" } or nil }
  if moved then model:prescribe{ node = "support", dof = "ux", motion = function() return 0, 0, 0 end } end
  model:spring{ from = "support", to = "b", direction = { 1, 0, 0 }, stiffness = w*w }
  if friction then
    model:friction{ name = "f", node = "b", direction = { 1, 0, 0 }, normal_force = 0,
                    friction = jounce.friction.coulomb{ coefficient = 0.1 } }
  end
  model:initial{ node = "b", velocity = { 1, 0, 0 } }
  model:gap{ name = "g", node = "b", direction = { 1, 0, 0 }, clearance = (1 - 1e-6)/w, law = jounce.law.hooke{ stiffness = 1e5 } }
  local run = jounce.run(model, { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = 5, duration = 10,
                             record = { probes = { "b.ux" } } })
  assert((table.concat(run.summary.notes or {}):find "no closed form" ~= nil) == moved, "the flights are those that are meant")
  return run
end

local expected = run(false, false):impacts()
assert(#expected > 25, #expected .. " contacts")
for _, friction in ipairs{ false, true } do
  local impacts = run(true, friction):impacts()
  assert(#impacts == #expected, #impacts .. " contacts for " .. #expected)
  for i, impact in ipairs(impacts) do
    assert(math.abs(impact.time_in - expected[i].time_in) < 1e-6, ("contact %d at %.9g for %.9g"):format(i, impact.time_in,
                                                                                                      expected[i].time_in))
    assert(w*(impact.time_out - impact.time_in) < 1e-2, "control")
  end
end
