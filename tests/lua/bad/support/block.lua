-- A mass on a spring, for cases that need a model but are about something else.
local jounce = require "jounce"

local function block(name)
  local model = jounce.model{ name = name or "block" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e6, damping = 200 }
  return model
end

return block
