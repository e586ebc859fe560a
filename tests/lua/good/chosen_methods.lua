-- Runs that name neither method nor step have three digits.
-- Physics: a cantilever on a stop, the hollow shaft between three stops, a tube in a ring under a frequency sweep, a slider-crank with a worn
-- pin, a plate on a stop, a tube in two rings, a rubbing beam without damping, a beam on a rigid stop and one in three dissipative gaps, chains of masses that strike each other, a function of time as the load, stops under friction.
-- Reference: event_driven at 1e-10, which integrates flights and contacts to its tolerance; for the mesh with friction,
-- where its steps follow the fastest mode of the mesh, newmark at a tenth of the step chosen, whose error is a hundredth. Tolerance:
-- 1e-3 of the largest value, at 200 instants, which is what the choice promises. Control: newmark at three times the chosen step misses it
-- in the sweep (in each of them, errors grow with the square of the step).
local jounce = require "jounce"
local steel = jounce.material{ E = 210e9, nu = 0.3, density = 7850 }
local models = {}
local function cantilever(name, elements)
  local m = jounce.model{ name = name }
  local b = m:beam{ name = "beam", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = elements,
    section = jounce.section.rectangle{ width = 0.02, height = 0.005 }, material = steel }
  m:fix{ nodes = { b.nodes[1] } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 17, 100 } })
  return m, b
end
models.readme = function()
  local m, b = cantilever("readme", 20)
  m:gap{ name = "stop", node = b.nodes[21], direction = { 0, 0, 1 }, clearance = 1e-3, sides = "both", law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 30, frequency = 17 } }
  return m, "stop.uz", 0.2
end
models.shaft = function()
  local m = jounce.model{ name = "shaft", accept = { "density", "unsupported" } }
  local s = m:beam{ name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 40, theory = "timoshenko",
    section = jounce.section.tube{ outer_diameter = 0.19, wall = 0.005 }, material = jounce.material{ E = 207e9, nu = 0.3, density = 34410 } }
  m:fix{ nodes = s.nodes, dofs = { "uy", "uz", "rx", "rz" } }
  for _, g in ipairs{ { "top", 1 }, { "middle", 21 }, { "tail", 41 } } do
    m:gap{ name = g[1], node = s.nodes[g[2]], direction = { 1, 0, 0 }, clearance = 3e-3, sides = "both", law = jounce.law.hertz{ stiffness = 1.5e11 } }
  end
  m:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 1000, 2500 } })
  m:load{ nodes = s.nodes, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 100, frequency = 10 } }
  return m, "middle.ux", 0.15
end
models.tube_sweep = function()
  local m = jounce.model{ name = "tube" }
  local t = m:beam{ name = "tube", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 16,
    section = jounce.section.tube{ outer_diameter = 0.019, wall = 0.0012 }, material = jounce.material{ E = 200e9, nu = 0.3, density = 7850 } }
  m:fix{ nodes = t.nodes, dofs = { "uz", "rz" } }
  m:fix{ nodes = { t.nodes[1], t.nodes[17] }, dofs = { "ux", "uy" } }
  m:circular_gap{ name = "ring", node = t.nodes[9], axis = { 0, 0, 1 }, clearance = 0.4e-3, law = jounce.law.hunt_crossley{ stiffness = 1e9, restitution = 0.8 } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 60, 240 } })
  m:load{ nodes = { t.nodes[7] }, direction = { 1, 0.3, 0 }, force = jounce.signal.sweep{ amplitude = 20, from_frequency = 20, to_frequency = 120, duration = 0.5 } }
  return m, "ring.ux", 0.3
end
models.mechanism = function()
  local r, l = 0.05, 0.3
  local m = jounce.model{ name = "slider-crank" }
  m:body{ name = "crank", mass = 17.9, inertia = 0.46, points = { O = { -r/2, 0 }, A = { r/2, 0 } } }
  m:body{ name = "rod", mass = 1.13, inertia = 0.0153, points = { A = { -l/2, 0 }, C = { l/2, 0 } } }
  m:body{ name = "slider", mass = 1.013, inertia = 1e-3, points = { C = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  m:revolute_clearance{ name = "pin", bearing = "rod.C", journal = "slider.C", bearing_radius = 0.0105, journal_radius = 0.01, law = jounce.law.lankarani_nikravesh{ stiffness = 5e9, restitution = 0.8 } }
  m:translational{ name = "guide", body = "slider", through = { 0, 0 }, axis = { 1, 0 } }
  m:drive{ joint = "O", speed = 62.8 }
  m:assemble{ angles = { crank = 0, rod = 0 } }
  return m, "slider.vx", 0.05
end
models.shell = function()
  local m = jounce.model{ name = "plate" }
  local s = m:shell{ name = "plate", thickness = 0.004, material = steel,
    mesh = jounce.mesh.plate{ corner = { 0, 0, 0 }, edge_1 = { 0.4, 0, 0 }, edge_2 = { 0, 0.3, 0 }, elements_1 = 6, elements_2 = 6 } }
  m:fix{ nodes = s:set("edge 4") }
  local n = s:set("edge 2")[1]
  m:gap{ name = "stop", node = n, direction = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.flores{ stiffness = 1e8, restitution = 0.7 } }
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 60, frequency = 18 } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.02, frequencies = { 20, 200 } })
  return m, "stop.uz", 0.06
end
-- Masses of 0.5 kg in a row, `k` [N/m] and `c` [N s/m] between them and to the ground at both ends, gaps that close when they approach.
local function chain(count, k, c, clearance, amplitude)
  local m = jounce.model{ name = "chain", accept = { "unsupported" } }
  local x, middle = { 1, 0, 0 }, count//2
  for i = 1, count do m:point{ name = "p" .. i, at = { 0.1*i, 0, 0 }, mass = 0.5, free = { "ux" } } end
  m:spring{ from = "p1", direction = x, stiffness = k, damping = c }
  for i = 1, count - 1 do
    m:gap{ name = "g" .. i, from = "p" .. i, to = "p" .. i + 1, sides = "negative", direction = x, clearance = clearance, law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.7 } }
    m:spring{ from = "p" .. i, to = "p" .. i + 1, direction = x, stiffness = k, damping = c }
  end
  m:spring{ from = "p" .. count, direction = x, stiffness = k, damping = c }
  m:load{ nodes = { "p" .. middle }, direction = x, force = jounce.signal.sine{ amplitude = amplitude, frequency = 15 } }
  return m, "p" .. middle + 1 .. ".ux", 0.3
end
models.chain = function() return chain(6, 2e4, 5, 1e-3, 60) end
models.chain30 = function() return chain(30, 2e5, 20, 0.2e-3, 300) end
models.func = function()
  local m = jounce.model{ name = "function", accept = { "unsupported" } }
  m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1e4, damping = 3 }
  m:gap{ name = "g", node = "p", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "both", law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.7 } }
  m:load{ nodes = { "p" }, direction = { 1, 0, 0 }, force = function(t) return 40*math.sin(2*math.pi*13*t)*math.cos(5*t) end }
  return m, "p.ux", 0.3
end
models.func_beam = function()
  local m, b = cantilever("function on a beam", 8)
  m:gap{ name = "stop", node = b.nodes[9], direction = { 0, 0, 1 }, clearance = 1e-3, sides = "both", law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
  m:load{ nodes = { b.nodes[9] }, direction = { 0, 0, 1 }, force = function(t) return 2*math.sin(2*math.pi*17*t)*math.cos(3*t) end }
  return m, "stop.uz", 0.2
end
models.friction_beam = function()
  local m, b = cantilever("frictional beam", 8)
  m:friction{ name = "rub", node = b.nodes[9], direction = { 0, 0, 1 }, normal_force = 1, friction = jounce.friction.coulomb{ coefficient = 0.3 } }
  m:load{ nodes = { b.nodes[9] }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 2, frequency = 17 } }
  return m, "beam[9].uz", 0.2
end
models.friction_mass = function()
  local m = jounce.model{ name = "friction on a mass", accept = { "unsupported" } }
  m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1e4, damping = 3 }
  m:friction{ name = "rub", node = "p", direction = { 1, 0, 0 }, normal_force = 10, friction = jounce.friction.coulomb{ coefficient = 0.3 } }
  m:load{ nodes = { "p" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 10, frequency = 13 } }
  return m, "p.ux", 0.3
end
models.rigid = function()
  local m = jounce.model{ name = "rigid", accept = { "unsupported" } }
  for i = 1, 3 do m:point{ name = "p" .. i, at = { 0.1*i, 0, 0 }, mass = 1, free = { "ux" } } end
  for i = 1, 2 do m:spring{ from = "p" .. i, to = "p" .. i + 1, direction = { 1, 0, 0 }, stiffness = 1e4, damping = 3 } end
  m:spring{ from = "p1", direction = { 1, 0, 0 }, stiffness = 1e4, damping = 3 }
  m:gap{ name = "g", node = "p3", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "both", law = jounce.law.rigid{ restitution = 0.7 } }
  m:load{ nodes = { "p2" }, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 20, frequency = 8 } }
  return m, "p3.ux", 0.3
end

-- Damped, yet an error of the first impacts grows: newmark at 1/120 of the contact time is off by 8e-3, with and without friction.
local function damped_stop(friction)
  local m = jounce.model{ name = "damped stop" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.8, 0, 0 }, elements = 6, section = jounce.section.rectangle{ width = 0.03, height = 0.006 },
    material = jounce.material{ E = 72e9, nu = 0.31, density = 2710 } }
  m:fix{ nodes = { b.nodes[1] } }
  m:damping(jounce.damping.rayleigh{ alpha = 2, beta = 2e-5 })
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 20, frequency = 13 } }
  m:gap{ name = "h", node = b.nodes[7], direction = { 0, 0, 1 }, clearance = 1e-3, friction = friction, tangent = friction and { 1, 0, 0 },
    law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.8 } }
  return m, "h.uz", 0.12
end
models.damped_stop = function() return damped_stop() end
models.damped_stop_with_friction = function() return damped_stop(jounce.friction.coulomb{ coefficient = 0.3 }) end

-- Errors pass from ring to ring: newmark at 1/320 of the contact time is off by 3.5e-2.
models.two_rings = function()
  local m = jounce.model{ name = "tube in two rings" }
  local t = m:beam{ name = "tube", from = { 0, 0, 0 }, to = { 0, 0, 1.2 }, elements = 24,
    section = jounce.section.tube{ outer_diameter = 0.0159, wall = 0.001 }, material = jounce.material{ E = 195e9, nu = 0.3, density = 8200 } }
  m:fix{ nodes = { t.nodes[1], t.nodes[25] }, dofs = { "ux", "uy", "uz", "rz" } }
  for i, n in ipairs{ 9, 17 } do
    m:circular_gap{ name = "ring" .. i, node = t.nodes[n], axis = { 0, 0, 1 }, clearance = 0.25e-3*i,
      law = jounce.law.hunt_crossley{ stiffness = 2e9, restitution = 0.7 } }
  end
  m:damping(jounce.damping.rayleigh{ ratio = 0.015, frequencies = { 30, 250 } })
  m:load{ nodes = { t.nodes[12] }, direction = { 1, 0.4, 0 }, force = jounce.signal.sweep{ amplitude = 15, from_frequency = 15, to_frequency = 90, duration = 0.5 } }
  return m, "ring1.ux", 0.3
end
-- Without damping the modes that breaks of sticks excite ring on: at 1/3000 of the load's period the error is 1.4e-3.
models.undamped_friction = function()
  local m = jounce.model{ name = "rubbing without damping" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 10,
    section = jounce.section.rectangle{ width = 0.02, height = 0.005 }, material = steel }
  m:fix{ node = b.nodes[1] }
  m:friction{ name = "f", node = b.nodes[11], direction = { 0, 0, 1 }, normal_force = function(t) return 3 + 2*math.sin(50*t) end,
    friction = jounce.friction.coulomb{ coefficient = 0.3, static_coefficient = 0.5 } }
  m:load{ node = b.nodes[11], direction = { 0, 0, 1 }, force = function(t) return 5*math.sin(100*t) end }
  return m, "b[11].uz", 0.1
end

-- A node of the mesh rebounds many times before the beam leaves its rigid stop; newmark at 1/1000 of the period of a push there is off by 3.6e-3.
models.rigid_beam = function()
  local m, b = cantilever("rigid stop of a beam", 8)
  m:gap{ name = "stop", node = b.nodes[9], direction = { 0, 0, 1 }, clearance = 1e-3, sides = "both", law = jounce.law.rigid{ restitution = 0.5 } }
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 12, frequency = 14 } }
  return m, "stop.uz", 0.08
end
-- A heavy node leaves it seldom, and newmark at steps of 4e-6 s is off by 0.18.
models.rigid_tip = function()
  local m, b = cantilever("rigid stop of a tip mass", 8)
  m:point{ name = "tip", node = b.nodes[9], mass = 0.3 }
  m:gap{ name = "stop", node = b.nodes[9], direction = { 0, 0, 1 }, clearance = 1e-3, sides = "both", law = jounce.law.rigid{ restitution = 0.9 } }
  m:base_motion{ direction = { 0, 0, 1 }, acceleration = jounce.signal.sine{ amplitude = 12, frequency = 6 } }
  return m, "stop.uz", 0.3
end
-- Laws that take most of the energy and damping ratios above 0.02: errors of impacts die out, and newmark is the cheaper method.
models.damped_gaps = function()
  local m = jounce.model{ name = "damped gaps" }
  local b = m:beam{ name = "b", from = { 0, 0, 0 }, to = { 0.9, 0, 0 }, elements = 16, section = jounce.section.rectangle{ width = 0.03, height = 0.008 }, material = steel }
  m:fix{ nodes = { b.nodes[1], b.nodes[17] } }
  for i, n in ipairs{ 5, 9, 13 } do
    m:gap{ name = "g" .. i, node = b.nodes[n], direction = { 0, 0, 1 }, clearance = (1 + i)*1e-4, sides = "both", law = jounce.law.flores{ stiffness = 1e9, restitution = 0.5 } }
  end
  m:load{ nodes = { b.nodes[7] }, direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 150, frequency = 23 } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.03, frequencies = { 50, 280 } })
  return m, "g2.uz", 0.06
end

local by_steps = { friction_beam = true, undamped_friction = true }
local function samples(run, probe, duration)
  local out, size = {}, 0
  for i = 1, 200 do
    out[i] = run:at(probe, duration*i/200)
    size = math.max(size, math.abs(out[i]))
  end
  return out, size
end
local function error_of(run, probe, duration, reference)
  local exact, size = samples(reference, probe, duration)
  local found, worst = samples(run, probe, duration), 0
  for i = 1, 200 do worst = math.max(worst, math.abs(found[i] - exact[i])) end
  return worst/size
end
local names = {}
for name in pairs(models) do names[#names + 1] = name end
table.sort(names)
for _, name in ipairs(names) do
  local model, probe, duration = models[name]()
  local record = { probes = { probe } }
  local run = jounce.run(model, { duration = duration, record = record })
  local how = run.summary.chosen
  if name == "rigid_beam" or name == "damped_gaps" then assert(how:find("newmark", 1, true), name .. ": " .. how) end
  local reference
  if by_steps[name] then
    assert(how:find("newmark", 1, true), name .. ": " .. how)
    reference = jounce.run(model, { duration = duration, record = record, method = jounce.method.newmark{}, step = run.summary.step/10 })
  else
    reference = jounce.run(model, { duration = duration, record = record, method = jounce.method.event_driven{ tolerance = 1e-10 }, step = duration/1000 })
  end
  local off = error_of(run, probe, duration, reference)
  assert(off < 1e-3, ("%s: %.2g by %s"):format(name, off, how))
  if name == "tube_sweep" then
    local exact, size = samples(reference, probe, duration)
    local early, worst = samples(run, probe, 0.999*duration), 0
    for i = 1, 200 do worst = math.max(worst, math.abs(early[i] - exact[i])) end
    assert(worst > 1e-3*size, "control: a thousandth of the time apart")
  end
end
