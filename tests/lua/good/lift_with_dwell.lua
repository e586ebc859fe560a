-- A block that rests on a plate (rigid stop). The plate is lifted by X within T, x = X (3 s^2 - 2 s^3), s = t/T, and then stands
-- still: its acceleration jumps by 6 X/T^2 at both ends. Methods of second order hold the speed of a closed stop, so that the sum
-- of their steps errs by h^2/12 of the change of the acceleration over the lift, 12 X/T^2: the block ends h^2 X/T^2 inside. That is
-- the error of the rule and no missed impact: the run goes on, at any step, and so does a run that continues it. The same holds
-- for a bead that friction brings to rest in a ring, whose error is of second order as well.
-- Control: precise and event_driven, which know the motion of the plate, end on its surface.
local jounce = require "jounce"
local X, T, begin, finish = 0.1, 0.1, 0.03, 0.3
local function lift(method, step)
  local times, values = {}, {}
  for i = 0, 20 do
    local s = i/20
    times[#times + 1], values[#values + 1] = begin + s*T, X*(3*s*s - 2*s^3)
  end
  local model = jounce.model{ name = "lift" }
  model:node{ name = "plate", at = { 0, 0, 0 } }
  model:fix{ node = "plate", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:prescribe{ node = "plate", dof = "ux", motion = jounce.signal.table{ times = times, values = values, interpolation = "cubic", outside = "hold" } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:load{ node = "block", direction = { -1, 0, 0 }, force = 100 }
  model:gap{ name = "rest", from = "plate", to = "block", direction = { -1, 0, 0 }, clearance = 0, sides = "positive", law = jounce.law.rigid{ restitution = 0 } }
  local result = jounce.run(model, { method = method, step = step, duration = finish, record = { probes = { "block.ux" } } })
  local longer = jounce.run(model, { method = method, step = step, duration = 0.1, initial = result, record = { probes = { "block.ux" } } })
  local inside = X - result:at("block.ux", finish)
  assert(math.abs(X - longer:at("block.ux", finish + 0.1) - inside) < 1e-12)
  return inside
end
for _, steps in ipairs{ 50, 200, 1000 } do
  local h = T/steps
  local error_of_rule = h^2*X/T^2
  for _, method in ipairs{ jounce.method.newmark{}, jounce.method.generalized_alpha{} } do
    local inside = lift(method, h)
    assert(math.abs(inside - error_of_rule) < 0.05*error_of_rule, inside .. " for " .. error_of_rule) -- generalized_alpha: 4 % more
  end
  for _, method in ipairs{ jounce.method.precise{}, jounce.method.event_driven{} } do
    assert(math.abs(lift(method, h)) < 1e-9)
  end
end

local function bead(h)
  local R, w = 0.1, 5
  local model = jounce.model{ name = "ring" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = R, law = jounce.law.rigid{ restitution = 0 },
    friction = jounce.friction.coulomb{ coefficient = 0.2 } }
  model:initial{ node = "bead", displacement = { 0, -R, 0 }, velocity = { w*R, 0, 0 } }
  model:gravity{ acceleration = { 0, -9.81, 0 } }
  local result = jounce.run(model, { method = jounce.method.newmark{}, step = h, duration = 1, record = { probes = { "bead.ux", "bead.uy" } } })
  return math.sqrt(result:at("bead.ux", 1)^2 + result:at("bead.uy", 1)^2) - R
end
local coarse, fine = bead(1e-3), bead(5e-4)
assert(math.abs(coarse) < 1e-6 and math.abs(coarse/fine - 4) < 0.4, coarse .. ", " .. fine)
