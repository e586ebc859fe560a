-- expect: 1 15: orbit: 'period' must be a common period of all loads, got 6.3 s, after which the prescribed motion (bad/autonomous_not_said.lua:6) has changed by 100 % of its range; or 'autonomous = true' if nothing drives the model periodically
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
  model:initial{ node = "block", displacement = { 2, 0, 0 } }
  return model
end
jounce.orbit{ model = belt, parameter = 1, period = 6.3, settle = 4 }
