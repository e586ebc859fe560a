-- Rigid stops, and contacts with friction, that hold one motion: their forces are shared by a rule. References: closed forms; the model without the contact that takes no part, by the same method; event_driven,
-- whose equations and events share no code with those of the fixed steps.
-- Control: half of the friction, half of the deceleration.
local jounce = require "jounce"
local rigid, coulomb = jounce.law.rigid, jounce.friction.coulomb
local methods = {
  event_driven = { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = 1e-3 },
  generalized_alpha = { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = 1e-5 },
  newmark = { method = jounce.method.newmark{}, step = 1e-5 },
}
local g = 9.81

local function point(name, velocity, mass)
  local model = jounce.model{ name = name, accept = { "unsupported" } }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = mass or 0.5, free = { "ux", "uy" } }
  model:gravity{ acceleration = { 0, -g, 0 } }
  model:initial{ node = "p", velocity = velocity }
  return model
end
local function run(model, name, duration)
  local method = methods[name]
  return jounce.run(model, { method = method.method, step = method.step, duration = duration, record = { probes = { "p.ux", "p.uy", "p.ux_velocity" } } })
end
local function close(what, found, expected, tolerance)
  assert(math.abs(found - expected) <= tolerance, string.format("%s: %.12g, expected %.12g", what, found, expected))
end

-- A mass lands on two floors at one height, of which one is rough: they share the weight evenly, and it slows by mu g/2.
for name in pairs(methods) do
  for _, mu in ipairs{ 0.4, 0.2 } do
    local model = point("two floors", { 0.3, 0, 0 })
    model:gap{ name = "rough", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 1e-3, law = rigid{ restitution = 0 },
               friction = coulomb{ coefficient = mu }, tangent = { 1, 0, 0 } }
    model:gap{ name = "smooth", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 1e-3, law = rigid{ restitution = 0 } }
    local slide = run(model, name, 0.1)
    close(name .. ", two floors", (slide:at("p.ux_velocity", 0.1) - slide:at("p.ux_velocity", 0.04))/0.06, -mu*g/2, 1e-7)
  end
  local model, t = point("two smooth floors", { 0.3, 0, 0 }), 0.1
  for i = 1, 2 do
    model:gap{ name = "floor " .. i, node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 1e-3, law = rigid{ restitution = 0 } }
  end
  local slide = run(model, name, t)
  close(name .. ", two smooth floors", slide:at("p.ux", t), 0.3*t, 1e-12)
  close(name .. ", two smooth floors", slide:at("p.uy", t), -1e-3, 1e-12)
end

-- A mass in a corner: friction of the wall cannot lift it from the floor, which takes the weight.
for name in pairs(methods) do
  local model, t = point("corner", { 0.5, 0, 0 }), 0.1
  model:load{ node = "p", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 5, frequency = 20, offset = 8 } }
  model:gap{ name = "floor", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 0, law = rigid{ restitution = 0.5 } }
  model:gap{ name = "wall", node = "p", direction = { 1, 0, 0 }, sides = "positive", clearance = 1e-3, law = rigid{ restitution = 0 },
             friction = coulomb{ coefficient = 0.3 }, tangent = { 0, 1, 0 } }
  local corner = run(model, name, t)
  close(name .. ", corner", corner:at("p.ux", t), 1e-3, 1e-12)
  close(name .. ", corner", corner:at("p.uy", t), 0, 1e-12)
end

-- A mass slides on a floor into a ring, whose tangent there is the normal of the floor: friction of the ring has no part, and the
-- motion is that of a smooth compliant wall in place of the ring.
for name in pairs(methods) do
  local at = {}
  for _, ring in ipairs{ true, false } do
    local model, t = point("slide into a ring", { -0.4, 0, 0 }, 0.1), 0.05
    model:gap{ name = "floor", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 0, law = rigid{ restitution = 0 },
               friction = coulomb{ coefficient = 0.3 }, tangent = { 1, 0, 0 } }
    local law = jounce.law.kelvin_voigt{ stiffness = 1e4, damping = 5 }
    if ring then
      model:circular_gap{ name = "ring", node = "p", axis = { 0, 0, 1 }, clearance = 5e-3, law = law, friction = coulomb{ coefficient = 0.4, static_coefficient = 0.5 } }
    else
      model:gap{ name = "wall", node = "p", direction = { 1, 0, 0 }, sides = "both", clearance = 5e-3, law = law }
    end
    at[#at + 1] = run(model, name, t):at("p.ux", t)
  end
  close(name .. ", ring", at[1], at[2], 1e-10)
  assert(math.abs(at[1] + 5e-3) > 1e-4, "it has not come back")
end

-- A mass falls on a rigid floor that a compliant one lies level with: the impulse of the rigid one turns the mass back before the
-- other is deformed. At each bounce, and at rest on the rigid one.
for name in pairs(methods) do
  local height, e, t = 1e-3, 0.5, 0.1
  local model = point("level floors", { 0, 0, 0 }, 1)
  model:gap{ name = "rigid", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = height, law = rigid{ restitution = e },
             friction = coulomb{ coefficient = 0.1 }, tangent = { 1, 0, 0 } }
  model:circular_gap{ name = "ring", node = "p", axis = { 0, 0, 1 }, clearance = height, law = jounce.law.flores{ stiffness = 1e7, restitution = 0.7 },
                      friction = coulomb{ coefficient = 0.1 } }
  local fall = math.sqrt(2*height/g)
  local bounce = run(model, name, t)
  local later = fall*(1 + 0.7*2*e) -- within the first flight
  local s = later - fall
  close(name .. ", level floors", bounce:at("p.uy", later), -height + e*g*fall*s - g*s*s/2, 1e-7)
  close(name .. ", level floors", bounce:at("p.uy", t), -height, 1e-9)
  assert(#bounce:impacts "ring" == 0, name .. ": the compliant floor is not struck")
end

-- A plastic impact inside a ring, at once drawn back by the load: neither the stop nor the compliant ring beside it begins again. Reference: without
-- the compliant ring.
for name in pairs(methods) do
  local at = {}
  for _, both in ipairs{ true, false } do
    local model, t = jounce.model{ name = "drawn back", accept = { "unsupported" } }, 0.02
    model:point{ name = "p", at = { 0, 0, 0 }, mass = 10, free = { "ux", "uy" } }
    model:initial{ node = "p", velocity = { 0.449, 0, 0 } }
    model:load{ node = "p", direction = { -0.37, 0.33, 0 }, force = jounce.signal.sine{ amplitude = 1, frequency = 14.91, offset = 5 } }
    model:circular_gap{ name = "stop", node = "p", axis = { 0, 0, 1 }, clearance = 1e-3, law = rigid{ restitution = 0 } }
    if both then
      model:circular_gap{ name = "ring", node = "p", axis = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10 } }
    end
    at[#at + 1] = run(model, name, t):at("p.ux", t)
  end
  close(name .. ", drawn back", at[1], at[2], 1e-10)
end

-- A mass falls on a rigid floor while a friction along the normal of the floor brakes it: after the last bounce the floor bears the whole
-- weight, and the friction nothing: the mass slides at mu g. Control: while the friction slipped at rest, the floor had less.
for name in pairs(methods) do
  local mu = 0.3
  local model = point("braked along the normal", { 0.4, 0, 0 }, 1)
  model:gap{ name = "floor", node = "p", direction = { 0, -1, 0 }, sides = "positive", clearance = 1e-3, law = rigid{ restitution = 0.5 },
             friction = coulomb{ coefficient = mu }, tangent = { 1, 0, 0 } }
  model:friction{ name = "brake", node = "p", direction = { 0, 1, 0 }, normal_force = 5, friction = coulomb{ coefficient = 0.3 } }
  local slide = run(model, name, 0.12)
  close(name .. ", braked along the normal", (slide:at("p.ux_velocity", 0.12) - slide:at("p.ux_velocity", 0.08))/0.04, -mu*g, 1e-7)
end

-- A mass between a floor and a ceiling without room between them slides under the friction of the floor alone; between two walls a load
-- that turns back does not move it. On a floor beside a wall and an oblique stop in their corner, the floor bears the whole weight.
-- Control: shares of equal size would let the ceiling pull, and half of the weight would be missing at the floor. Both orders of the gaps.
for _, name in ipairs{ "generalized_alpha", "newmark", "event_driven" } do
  for order = 1, 2 do
    local function stops(model, list)
      for i = 1, #list do
        local stop = list[order == 1 and i or #list + 1 - i]
        model:gap{ name = stop[1], node = "p", direction = { stop[2], stop[3], 0 }, sides = "positive", clearance = 0, law = rigid{ restitution = 0 },
                   friction = stop[4] and coulomb{ coefficient = stop[4] } or nil, tangent = stop[4] and { -stop[3], stop[2], 0 } or nil }
      end
    end
    for _, mu in ipairs{ false, 0.3 } do
      local model, t = point("slot", { 0.3, 0, 0 }), 0.05
      stops(model, { { "floor", 0, -1, mu }, { "ceiling", 0, 1, mu } })
      local slide = run(model, name, t)
      close(name .. ", slot", slide:at("p.ux_velocity", t), 0.3 - (mu or 0)*g*t, 1e-9)
      close(name .. ", slot", slide:at("p.uy", t), 0, 1e-12)
    end
    local model, t = point("walls", { 0, 0, 0 }), 0.05
    model:load{ node = "p", direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 3, frequency = 30 } }
    stops(model, { { "floor", 0, -1 }, { "right", 1, 0 }, { "left", -1, 0 } })
    close(name .. ", walls", run(model, name, t):at("p.ux", t), 0, 1e-12)
    model = point("corner", { 0, 0, 0 })
    stops(model, { { "floor", 0, -1 }, { "wall", -1, 0 }, { "oblique", -1, -1 } })
    local rest = run(model, name, t)
    close(name .. ", corner of three", rest:at("p.ux", t), 0, 1e-12)
    close(name .. ", corner of three", rest:at("p.uy", t), 0, 1e-12)
  end
end
