-- A slip in a plane that only turns, even by more than a right angle within a short time, is no reversal; one that comes to rest and
-- moves back at once is. Every method logs the same events.
-- Control: the motion has slips that turn by more than 120 degrees within few steps, and one that reverses.
local jounce = require "jounce"
local methods = { "event_driven", "newmark", "precise", "generalized_alpha" }

-- Two springs and loads of several frequencies, with friction on a table that moves: the slip passes close to rest at 0.031 s.
local function on_table(name)
  local signal = jounce.signal
  local model = jounce.model{ name = "table" }
  for _, node in ipairs{ "b", "t" } do model:point{ name = node, at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } } end
  model:spring{ from = "b", direction = { 1, 0, 0 }, stiffness = 40, damping = 0.3 }
  model:spring{ from = "b", direction = { 0, 1, 0 }, stiffness = 90, damping = 0.3 }
  model:load{ node = "b", direction = { 1, 0, 0 }, force = signal.sine{ amplitude = 4, frequency = 0.9 } }
  model:load{ node = "b", direction = { 1, 0, 0 }, force = signal.sine{ amplitude = 2, frequency = 2.2 } }
  model:load{ node = "b", direction = { 0, 1, 0 }, force = signal.sine{ amplitude = 3, frequency = 1.3, phase = math.pi/2 } }
  model:prescribe{ node = "t", dof = "ux", motion = signal.sine{ amplitude = 0.05, frequency = 1.1 } }
  model:prescribe{ node = "t", dof = "uy", motion = signal.sine{ amplitude = 0.04, frequency = 1.7, phase = math.pi/2 } }
  model:friction{ name = "s", from = "t", to = "b", directions = { { 1, 1, 0 }, { -2, 2, 0 } },
                  normal_force = signal.sine{ offset = 10, amplitude = 4, frequency = 0.6, phase = 0.5 },
                  friction = jounce.friction.coulomb{ coefficient = 0.3, static_coefficient = 0.45 } }
  model:initial{ node = "b", displacement = { 0.05, 0.02, 0 }, velocity = { 0.4, -0.3, 0 } }
  return jounce.run(model, { method = jounce.method[name]{}, step = 1e-4, duration = 0.3,
                             record = { probes = { "b.ux_velocity", "b.uy_velocity", "t.ux_velocity", "t.uy_velocity" } } })
end

-- A mass thrown against a load along a line of the plane, which friction cannot hold: it comes to rest and moves back.
local function thrown(name)
  local model = jounce.model{ name = "thrown" }
  model:point{ name = "b", at = { 0, 0, 0 }, mass = 1, free = { "ux", "uy" } }
  model:load{ node = "b", direction = { -0.6, -0.8, 0 }, force = jounce.signal.constant{ value = 5 } }
  model:friction{ name = "s", node = "b", directions = { { 1, 0, 0 }, { 0, 1, 0 } }, normal_force = 10,
                  friction = jounce.friction.coulomb{ coefficient = 0.2 } }
  model:initial{ node = "b", velocity = { 0.6, 0.8, 0 } }
  return jounce.run(model, { method = jounce.method[name]{}, step = 1e-4, duration = 0.3, record = { probes = { "b.ux" } } })
end

for _, name in ipairs(methods) do
  local result = on_table(name)
  local events = result:friction_events()
  assert(#events == 1 and events[1].event == "stick", name .. ": " .. #events .. " events, first " .. tostring(events[1].event))
  assert(math.abs(events[1].time - 0.2327175296) < 2e-6, name .. ": sticks at " .. events[1].time)
  local function slip(t)
    local x = result:at("b.ux_velocity", t) - result:at("t.ux_velocity", t)
    local y = result:at("b.uy_velocity", t) - result:at("t.uy_velocity", t)
    return (x + y)/math.sqrt(2), (y - x)/math.sqrt(2)
  end
  local x0, y0 = slip(0.0305)
  local x1, y1 = slip(0.0315)
  local cosine = (x0*x1 + y0*y1)/math.sqrt((x0^2 + y0^2)*(x1^2 + y1^2))
  assert(cosine < -0.5, name .. ": control, cosine " .. cosine)

  -- At rest at v/(F/m + mu N/m), for it decelerates by both.
  events = thrown(name):friction_events()
  assert(#events == 1 and events[1].event == "reversal", name .. ": thrown, " .. #events .. " events")
  assert(math.abs(events[1].time - 1/7) < 1e-7, name .. ": reverses at " .. events[1].time)
end
