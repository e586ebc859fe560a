-- expect: 1 16: orbit: 'autonomous' needs a model without time-dependent loads, got accelerations of the initial state that have changed by ...
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
  model:load{ node = "block", direction = { 1, 0, 0 }, force = jounce.signal.ramp{ from_time = 20, to_time = 30, from_value = 0, to_value = A } }
  model:initial{ node = "block", displacement = { 2, 0, 0 } }
  return model
end
jounce.orbit{ model = belt, parameter = 1, parameter_name = "A", autonomous = true, period = 6.3, settle = 10 }
