-- A rigid stop around an axis: a bead inside a ring, by every method. References: closed forms.
--   billiard: impacts turn the normal; each multiplies the speed along it by the restitution and keeps the one across it
--   sliding: with e = 0 or after the impacts have died out it runs round; under friction 1/v grows by mu t/r
--   gravity: it leaves the ring where m v^2/r = -m g cos(angle), and falls along a parabola
--   friction of an impact: the slip falls by mu (1 + e) times the speed along the normal, or to zero
-- Tolerance: event_driven to 1e-9 of the motion; the others have order two: the error falls by more than three with half the step.
local jounce = require "jounce"

local function bead(settings)
  local model = jounce.model{ name = "bead" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = 0.4, free = { "ux", "uy" } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = settings.radius,
                      law = jounce.law.rigid{ restitution = settings.restitution }, friction = settings.friction }
  if settings.gravity then model:gravity{ acceleration = { 0, -settings.gravity, 0 } } end
  model:initial{ node = "bead", displacement = { settings.place[1], settings.place[2], 0 },
                 velocity = { settings.velocity[1], settings.velocity[2], 0 } }
  return model
end

local probes <const> = { "bead.ux", "bead.uy", "bead.ux_velocity", "bead.uy_velocity", "ring.force", "energy.remainder", "energy.friction" }
local methods <const> = { jounce.method.event_driven{ tolerance = 1e-10 }, jounce.method.newmark{}, jounce.method.precise{},
                          jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.central_difference{} }

--- The largest error of a model at the end, by each method. exact(): the values of some probes, with their scales.
local function compare(name, settings, duration, exact)
  local function error_of(method, step)
    local run = jounce.run(bead(settings), { method = method, step = step, duration = duration, record = { probes = probes } })
    local largest = 0
    for probe, value in pairs(exact) do
      local off = math.abs(run:at(probe, duration) - value[1])/value[2]
      largest = math.max(largest, off)
    end
    return largest, run
  end
  for _, method in ipairs(methods) do
    local label = name .. ", " .. method.kind
    if method.kind == "event_driven" then
      local off, run = error_of(method, 1e-3)
      assert(off < 1e-9, string.format("%s: %.2e", label, off))
      assert(math.abs(run:at("energy.remainder", duration)) < 1e-12, label)
    else
      local coarse, fine = error_of(method, 1e-4), error_of(method, 5e-5)
      assert(coarse < 1e-4, string.format("%s: %.2e", label, coarse))
      assert(fine < coarse/3 or coarse < 1e-12, string.format("%s: %.2e, then %.2e", label, coarse, fine))
    end
  end
end

-- From the middle of a chord: the first impact after half a chord, at the polar angle atan(normal/tangential).
local function billiard(radius, normal, tangential, restitution, duration)
  local speed = math.sqrt(normal^2 + tangential^2)
  local t, w, angle = radius*normal/speed^2, normal, math.atan(normal, tangential)
  while true do
    w = restitution*w
    local flight = 2*radius*w/(w^2 + tangential^2)
    if w < 1e-14 then
      angle, t = angle + (duration - t)*tangential/radius, duration
      break
    end
    if t + flight > duration then break end
    t, angle = t + flight, angle + 2*math.atan(w, tangential)
  end
  local c, s, rest = math.cos(angle), math.sin(angle), duration - t
  return { ["bead.ux"] = { radius*c - rest*(w*c + tangential*s), radius }, ["bead.uy"] = { radius*s - rest*(w*s - tangential*c), radius },
           ["bead.ux_velocity"] = { -w*c - tangential*s, speed }, ["bead.uy_velocity"] = { -w*s + tangential*c, speed } }
end
for _, restitution in ipairs{ 1, 0.6, 0 } do
  local radius, normal, tangential <const> = 0.02, 0.7, 0.9
  local speed = math.sqrt(normal^2 + tangential^2)
  compare("billiard " .. restitution, { radius = radius, restitution = restitution, place = { radius*tangential/speed, 0 }, velocity = { 0, speed } },
          0.3, billiard(radius, normal, tangential, restitution, 0.3))
end

do -- sliding round, with friction and without
  local radius, v, duration <const> = 0.05, 1.5, 0.3
  for _, mu in ipairs{ 0, 0.2 } do
    local speed = 1/(1/v + mu*duration/radius)
    local angle = mu > 0 and math.log(1 + mu*v*duration/radius)/mu or v*duration/radius
    compare("sliding " .. mu,
            { radius = radius, restitution = 0.5, place = { radius, 0 }, velocity = { 0, v }, friction = mu > 0 and jounce.friction.coulomb{ coefficient = mu } or nil },
            duration, { ["bead.ux"] = { radius*math.cos(angle), radius }, ["bead.uy"] = { radius*math.sin(angle), radius },
                        ["ring.force"] = { 0.4*speed^2/radius, 0.4*v^2/radius }, ["energy.friction"] = { 0.2*(v^2 - speed^2), 0.2*v^2 } })
  end
end

do -- over the top: leaves where cos(angle from below) = -(v0^2/(g r) - 2)/3, with the speed there by its energy
  local radius, g, v0 <const> = 0.05, 9.81, 1.4
  local cosine = -(v0^2/(g*radius) - 2)/3
  local sine = math.sqrt(1 - cosine^2)
  local speed = math.sqrt(v0^2 - 2*g*radius*(1 - cosine))
  -- The time up to there: Simpson's rule for the integral of r d(angle)/v(angle).
  local angle, parts, time = math.acos(cosine), 2000, 0
  for i = 0, parts do
    local weight = (i == 0 or i == parts) and 1 or i % 2 == 1 and 4 or 2
    time = time + weight*radius/math.sqrt(v0^2 - 2*g*radius*(1 - math.cos(angle*i/parts)))*angle/parts/3
  end
  local after <const> = 0.01
  compare("gravity", { radius = radius, restitution = 0.5, gravity = g, place = { 0, -radius }, velocity = { v0, 0 } }, time + after,
          { ["bead.ux"] = { radius*sine + speed*cosine*after, radius }, ["bead.uy"] = { -radius*cosine + speed*sine*after - g/2*after^2, radius } })
end

for _, mu in ipairs{ 0.1, 0.9 } do -- one impact with friction
  local radius, normal, tangential, restitution <const> = 0.02, 0.7, 0.9, 0.6
  local speed = math.sqrt(normal^2 + tangential^2)
  local slip = math.max(0, tangential - mu*(1 + restitution)*normal)
  for _, method in ipairs(methods) do
    local run = jounce.run(bead{ radius = radius, restitution = restitution, place = { radius*tangential/speed, 0 }, velocity = { 0, speed },
                                 friction = jounce.friction.coulomb{ coefficient = mu } },
                           { method = method, step = 1e-4, duration = 0.02, record = { probes = probes } })
    local found = math.sqrt(run:at("bead.ux_velocity", 0.02)^2 + run:at("bead.uy_velocity", 0.02)^2)
    assert(math.abs(found - math.sqrt(slip^2 + (restitution*normal)^2)) < 1e-12, method.kind)
  end
end

-- A bead that falls to the bottom of a ring with friction sticks where it comes to rest; a shaft spins down in its bearing.
for _, method in ipairs(methods) do
  local g, radius, start <const> = 9.81, 0.05, math.rad(65)
  local run = jounce.run(bead{ radius = radius, restitution = 0.5, gravity = g, place = { radius*math.sin(start), -radius*math.cos(start) }, velocity = { 0, 0 },
                               friction = jounce.friction.coulomb{ coefficient = 0.5, static_coefficient = 0.6 } },
                         { method = method, step = 1e-4, duration = 0.5, record = { probes = { "bead.ux", "bead.uy", "ring.force", "ring.sticking", "ring.friction_force" } } })
  local x, y = run:at("bead.ux", 0.5), run:at("bead.uy", 0.5)
  assert(run:at("ring.sticking", 0.5) == 1 and math.abs(x/y) < 0.6, method.kind)
  assert(math.abs(run:at("ring.force", 0.5) + 0.4*g*y/radius) < 1e-5 and math.abs(math.abs(run:at("ring.friction_force", 0.5)) - 0.4*g*x/radius) < 1e-5, method.kind)
end
local I, R, F, w <const> = 3e-4, 0.012, 250, 180
for _, method in ipairs(methods) do
  local model = jounce.model{ name = "shaft in a rigid bearing", accept = { "speed" } }
  model:point{ name = "shaft", at = { 0, 0, 0 }, mass = 1.1, inertia = { 1, 1, I }, free = { "ux", "uy", "rz" } }
  model:circular_gap{ name = "bearing", node = "shaft", axis = { 0, 0, 1 }, clearance = 1e-4, law = jounce.law.rigid{ restitution = 0 }, surface_radius = R,
                      friction = jounce.friction.coulomb{ coefficient = 0.15 } }
  model:load{ node = "shaft", direction = { 0, -1, 0 }, force = F }
  local lean = math.atan(0.15) -- it runs at rest where normal and friction force carry the load
  model:initial{ node = "shaft", displacement = { -1e-4*math.sin(lean), -1e-4*math.cos(lean), 0 }, angular_velocity = { 0, 0, w } }
  local run = jounce.run(model, { method = method, step = 1e-4, duration = 0.1, record = { probes = { "shaft.rz_velocity", "bearing.force" } } })
  assert(math.abs(run:at("shaft.rz_velocity", 0.1) - (w - 0.15*F*math.cos(lean)*R/I*0.1)) < 1e-7, method.kind)
  assert(math.abs(run:at("bearing.force", 0.1) - F*math.cos(lean)) < 1e-6, method.kind)
end

-- A bead whose coordinate across is prescribed, pressed against the ring: y = sqrt(r^2 - x^2), N y/r = F - m y'' with m = 0.4.
for _, method in ipairs(methods) do
  local radius, F, a, w <const> = 0.05, 4, 0.03, 12
  local model = jounce.model{ name = "guided bead" }
  model:point{ name = "bead", at = { 0, 0, 0 }, mass = 0.4, free = { "ux", "uy" } }
  model:prescribe{ node = "bead", dof = "ux", motion = jounce.signal.sine{ amplitude = a, frequency = w/2/math.pi } }
  model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = radius, law = jounce.law.rigid{ restitution = 0.5 } }
  model:load{ node = "bead", direction = { 0, 1, 0 }, force = F }
  model:initial{ node = "bead", displacement = { 0, radius, 0 } }
  local run = jounce.run(model, { method = method, step = 1e-4, duration = 0.3, record = { probes = { "ring.force", "bead.uy", "energy.remainder" } } })
  for _, t in ipairs{ 0.1, 0.2, 0.3 } do
    local x, v, acceleration = a*math.sin(w*t), a*w*math.cos(w*t), -a*w^2*math.sin(w*t)
    local y = math.sqrt(radius^2 - x^2)
    local N = (F + 0.4*((v^2 + x*acceleration)/y + x^2*v^2/y^3))*radius/y
    assert(math.abs(run:at("ring.force", t) - N) < 2e-4*N, string.format("%s: %.8g N, not %.8g", method.kind, run:at("ring.force", t), N))
    assert(math.abs(run:at("energy.remainder", t)) < 1e-5, method.kind)
  end
end

-- A bead driven along either coordinate strikes the ring without loss: its driver does work at the impacts, too.
for _, dof in ipairs{ "ux", "uy" } do
  for i = 1, 2 do
    local radius, a, rate <const> = 0.05, 0.03, 8*math.pi
    local model = jounce.model{ name = "driven bead" }
    model:point{ name = "bead", at = { 0, 0, 0 }, mass = 0.4, free = { "ux", "uy" } }
    model:prescribe{ node = "bead", dof = dof, motion = jounce.signal.sine{ amplitude = a, frequency = rate/2/math.pi } }
    model:circular_gap{ name = "ring", node = "bead", axis = { 0, 0, 1 }, clearance = radius, law = jounce.law.rigid{ restitution = 1 } }
    model:initial{ node = "bead", velocity = dof == "ux" and { a*rate, 1, 0 } or { 1, a*rate, 0 } }
    local run = jounce.run(model, { method = methods[i], step = 1e-4, duration = 0.4, record = { probes = { "energy.base", "energy.remainder" } } })
    assert(#run:impacts() == 5 and math.abs(run:at("energy.base", 0.4)) > 1e-2)
    assert(math.abs(run:at("energy.remainder", 0.4)) < 1e-12, string.format("%s, %s: %.2e J", dof, methods[i].kind, run:at("energy.remainder", 0.4)))
  end
end

-- A bead that swings round the bottom for eighty periods in long steps is a pendulum, T = 2 pi sqrt(r/g)/agm(1, cos(amplitude/2)): a
-- quarter of a period later it passes the bottom. Control: the equations hold its acceleration alone, and it left the ring inwards.
do
  local radius, g, amplitude, step <const> = 0.1, 9.81, 1, 0.4
  local a, b = 1, math.cos(amplitude/2)
  for _ = 1, 6 do a, b = (a + b)/2, math.sqrt(a*b) end
  local period = 2*math.pi*math.sqrt(radius/g)/a
  local run = jounce.run(bead{ radius = radius, restitution = 0.5, gravity = g, place = { radius*math.sin(amplitude), -radius*math.cos(amplitude) }, velocity = { 0, 0 } },
                         { method = jounce.method.event_driven{ tolerance = 1e-10 }, step = step, duration = 81*period, record = { probes = probes } })
  local x, y = run:at("bead.ux", 80.25*period), run:at("bead.uy", 80.25*period)
  assert(math.abs(x) < 1e-7*radius and math.abs(math.sqrt(x^2 + y^2) - radius) < 1e-12, string.format("%.2e of the radius, %.2e m off the ring", x/radius, math.sqrt(x^2 + y^2) - radius))
  assert(#run:impacts() == 1)
end

-- A bead that begins along the ring where nothing presses it yet is held by it at once, and only once: released at rest at the height of
-- the centre, a pendulum of amplitude pi/2 (a quarter of its period later it passes the bottom); thrown downwards at the height where a
-- string would have no tension. Control: thrown upwards there, with the same speed, it leaves the ring along a parabola.
for _, tolerance in ipairs{ 1e-4, 1e-6, 1e-8, 1e-10 } do
  local radius, g, height, method <const> = 0.2, 9.81, math.rad(40), jounce.method.event_driven{ tolerance = tolerance }
  local quarter = math.pi/2*math.sqrt(radius/g)
  local a, b = 1, math.cos(math.pi/4)
  for _ = 1, 6 do a, b = (a + b)/2, math.sqrt(a*b) end
  quarter = quarter/a
  local function run(place, velocity, duration)
    local model = bead{ radius = radius, restitution = 0.5, gravity = g, place = place, velocity = velocity }
    return jounce.run(model, { method = method, step = 1e-2, duration = duration, record = { probes = probes } })
  end
  local pendulum = run({ radius, 0 }, { 0, 0 }, 1.2*quarter)
  assert(#pendulum:impacts() == 1, string.format("%g: %d contacts", tolerance, #pendulum:impacts()))
  assert(math.abs(pendulum:at("bead.ux", quarter)) < math.max(1e-9, tolerance)*radius and math.abs(pendulum:at("ring.force", quarter) - 3*0.4*g) < math.max(1e-8, tolerance)*g)
  local v = math.sqrt(g*radius*math.sin(height))
  local place <const> = { radius*math.cos(height), radius*math.sin(height) }
  local down = run(place, { v*math.sin(height), -v*math.cos(height) }, 0.1)
  assert(#down:impacts() == 1 and math.abs(math.sqrt(down:at("bead.ux", 0.1)^2 + down:at("bead.uy", 0.1)^2) - radius) < 1e-12, "down")
  local up = run(place, { -v*math.sin(height), v*math.cos(height) }, 0.1)
  local height_up = place[2] + v*math.cos(height)*0.1 - g/2*0.01
  assert(#up:impacts() == 0 and math.abs(up:at("bead.uy", 0.1) - height_up) < 1e-12, string.format("up: %d contacts, %.3e", #up:impacts(), up:at("bead.uy", 0.1) - height_up))
end

-- Negative control: a ring without a radius has no normal.
local ok, message = pcall(bead, { radius = 0, restitution = 0.5, place = { 0, 0 }, velocity = { 1, 0 } })
assert(not ok and tostring(message):find("'clearance' must be > 0", 1, true), tostring(message))

do -- statics: springs 1000 and 4000 N/m under 30 and 50 N, the ring's force N adds N/r to both: (30/(1000 + N/r))^2 + (50/(4000 + N/r))^2 = r^2
  local radius <const> = 0.01
  local model = jounce.model{ name = "held by a ring" }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1000 }
  model:spring{ from = "p", direction = { 0, 1, 0 }, stiffness = 4000 }
  model:circular_gap{ name = "ring", node = "p", axis = { 0, 0, 1 }, clearance = radius, law = jounce.law.rigid{ restitution = 0.5 } }
  model:load{ node = "p", direction = { 1, 0, 0 }, force = 30 }
  model:load{ node = "p", direction = { 0, 1, 0 }, force = 50 }
  local low, high = 0, 1000
  for _ = 1, 100 do
    local N = (low + high)/2
    local x, y = 30/(1000 + N/radius), 50/(4000 + N/radius)
    if x^2 + y^2 > radius^2 then low = N else high = N end
  end
  local static = jounce.static(model)
  assert(math.abs(static:at "ring.force" - low) < 1e-9*low and math.abs(static:at "ring.ux" - 30/(1000 + low/radius)) < 1e-12)
end

-- Beside a body with a joint the ring is a constraint of the mechanism: the speed across the normal stays, the angle is v t/r.
for _, method in ipairs{ jounce.method.event_driven{ tolerance = 1e-10 }, jounce.method.generalized_alpha{ spectral_radius = 0.8 }, jounce.method.baumgarte{} } do
  local radius, v <const> = 0.05, 0.9
  local model = bead{ radius = radius, restitution = 0.5, place = { radius, 0 }, velocity = { 0, v } }
  model:body{ name = "rod", mass = 1, inertia = 0.01, points = { O = { -0.1, 0 } } }
  model:revolute{ name = "O", between = { { 0, 0 }, "rod.O" } }
  local run = jounce.run(model, { method = method, step = method.kind == "event_driven" and 1e-3 or 2e-5, duration = 0.3, record = { probes = { "bead.ux", "bead.uy", "ring.force" } } })
  local off = math.max(math.abs(run:at("bead.ux", 0.3) - radius*math.cos(v*0.3/radius)), math.abs(run:at("bead.uy", 0.3) - radius*math.sin(v*0.3/radius)))
  assert(off < (method.kind == "event_driven" and 1e-11 or 1e-7), string.format("%s: %.2e", method.kind, off))
  assert(math.abs(run:at("ring.force", 0.3) - 0.4*v^2/radius) < 1e-5, method.kind)
end
