-- Two masses of 1 kg under 9 N sin 2 pi t and its opposite rub on each other, 1 N at most, and each on the ground, 10 N at most. They
-- rest: the two limits hold up to 11 N. The stick between them is held by both others, and the least sum of c F^2/limit, c = 2/m
-- for it and 1/m for the others, gives it P/11; event_driven takes another share, within 1 N. Control: 12 N move them.
local jounce = require "jounce"
local coulomb = jounce.friction.coulomb{ coefficient = 1 }
local function run(amplitude, method, in_plane)
  local model = jounce.model{ name = "two sticks" }
  local direction = not in_plane and { 1, 0, 0 } or nil
  local directions = in_plane and { { 1, 0, 0 }, { 0, 1, 0 } } or nil
  for name, sign in pairs{ a = 1, b = -1 } do
    model:point{ name = name, at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
    model:load{ node = name, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = sign*amplitude, frequency = 1 } }
    model:friction{ name = "ground " .. name, node = name, direction = direction, directions = directions, normal_force = 10, friction = coulomb }
  end
  model:friction{ name = "between", from = "a", to = "b", direction = direction, directions = directions, normal_force = 1, friction = coulomb }
  return jounce.run(model, { method = method, step = 1e-3, duration = 0.3, record = { probes = { "a.ux", "b.ux", "between.friction_force" } } })
end
for _, method in ipairs{ jounce.method.newmark{}, jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.event_driven{} } do
  for _, in_plane in ipairs{ true, false } do
    local rest = run(9, method, in_plane)
    assert(math.abs(rest:at("a.ux", 0.3)) < 1e-12 and math.abs(rest:at("b.ux", 0.3)) < 1e-12, method.kind)
    local share = math.abs(rest:at("between.friction_force", 0.3))
    assert(share <= 1 + 1e-9, method.kind .. ": " .. share)
    if method.kind ~= "event_driven" then
      assert(math.abs(share - 9*math.sin(0.6*math.pi)/11) < 1e-6, method.kind .. ": " .. share)
    end
  end
  local moved = run(12, method, false):at("a.ux", 0.3)
  assert(moved > 1e-3, method.kind .. ": " .. moved)
end
