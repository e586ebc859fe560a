-- A block on a belt begins at rest, inside a stop by 1e-14 to 1e-8 m of a clearance of 10 m, and the spring pulls it out. The
-- first force is that of this depth, not of a contact that begins on its surface: the steps of event_driven were rounding.
-- The motion differs from that which begins on the surface by the depth, of which the belt and the spring let less than all remain.
local jounce = require "jounce"
local belt_speed <const>, clearance <const>, duration <const> = 2, 10.9716671, 2

local function place(law, depth)
  local model = jounce.model{ name = "block on a belt" }
  model:node{ name = "belt", at = { 0, 0, 0 } }
  model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:prescribe{ node = "belt", dof = "ux",
    motion = jounce.signal.ramp{ from_time = 0, to_time = 1e4, from_value = 0, to_value = 1e4*belt_speed } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1 }
  model:damper{ from = "block", direction = { 1, 0, 0 }, damping = 0.4 }
  model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = 20/3,
    friction = jounce.friction.adams{ coefficient = 1, static_coefficient = 2, static_speed = 1, dynamic_speed = 3 } }
  model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, sides = "positive", clearance = clearance, law = law }
  model:initial{ node = "block", displacement = { clearance + depth, 0, 0 } }
  local run = jounce.run(model, { duration = duration, step = 0.02, method = jounce.method.event_driven{ tolerance = 1e-11 },
    record = { probes = { "block.ux" } } })
  return run:at("block.ux", duration)
end

for _, law in ipairs{ jounce.law.kelvin_voigt{ stiffness = 50, damping = 1 }, jounce.law.hooke{ stiffness = 50 },
                      jounce.law.hertz{ stiffness = 1e4 } } do
  local surface = place(law, 0)
  assert(surface < clearance - 0.5, "it has left the stop")
  for _, depth in ipairs{ 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-9, 1e-8 } do
    local apart = math.abs(place(law, depth) - surface)
    assert(apart < depth + 1e-9, string.format("%s, %g m: apart by %g m", law.kind, depth, apart))
  end
end
