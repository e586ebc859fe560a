-- expect: 1 17: continue at A = ...
local jounce = require "jounce"
local function belt(A)
  local model = jounce.model{ name = "block on a belt" }
  model:node{ name = "belt", at = { 0, 0, 0 } }
  model:prescribe{ node = "belt", dof = "ux", motion = jounce.signal.ramp{ from_time = 0, to_time = 1e4, from_value = 0, to_value = 2e4 } }
  model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1 }
  model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = 1,
                  friction = jounce.friction.adams{ coefficient = 1, static_coefficient = 2, static_speed = 1, dynamic_speed = 3 } }
  if A ~= 0 then model:load{ node = "block", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = A, frequency = 0.2 } } end
  model:initial{ node = "block", displacement = { 2, 0, 0 } }
  return model
end
local orbit = jounce.orbit{ model = belt, parameter = 0, parameter_name = "A", autonomous = true, period = 6.3, settle = 4 }
jounce.continue{ orbit = orbit, from = 0, to = 1 }
