-- Between coarse records: a mass held in a contact for good, a beam that rests on a stop, a slider pressed to its guide.
-- Reference: x = a sin 200 t for the mass; for the others a run that records 200 times as often. run:at at 500 instants.
-- Tolerance: ten times that of event_driven, from 1e-4 to 1e-10 at 40 instants, also where the contact lasts fifty vibrations; methods with fixed
-- steps give what they give where every step is recorded, but for the cubic within a step. Control: the same instants by a cubic between the records are wrong in the second digit.
local jounce = require "jounce"
local pi <const> = math.pi
local function near(name, value, reference, tolerance)
  assert(math.abs(value - reference) <= tolerance, string.format("%s: %.15g differs from %.15g by more than %g", name, value, reference, tolerance))
end
local exact = jounce.method.event_driven{ tolerance = 1e-12 }

local function mass()
  local model = jounce.model{ name = "held mass" }
  model:point{ name = "m", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "m", direction = { 1, 0, 0 }, stiffness = 1e4 }
  model:gap{ name = "stop", node = "m", direction = { 1, 0, 0 }, interference = 1e-2, sides = "both", law = jounce.law.hooke{ stiffness = 1.5e4 } }
  model:initial{ node = "m", velocity = { 0.4, 0, 0 } }
  return model
end

local function beam()
  local model = jounce.model{ name = "beam on a stop" }
  model:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 4, section = jounce.section.circle{ diameter = 0.02 },
              material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7800 } }
  model:fix{ node = "b[1]" }
  model:gap{ name = "stop", node = "b[5]", direction = { 0, 0, 1 }, clearance = 0, sides = "negative", law = jounce.law.hertz{ stiffness = 1e9 } }
  model:gravity{ 0, 0, -9.81 }
  model:load{ node = "b[3]", direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 1, frequency = 30 } }
  return model
end

local function slider()
  local model = jounce.model{ name = "slider" }
  model:body{ name = "block", mass = 2, inertia = 0.01 }
  model:translational_clearance{ name = "guide", body = "block", length = 0.2, height = 0.1, clearance = 1e-3, law = jounce.law.hooke{ stiffness = 1e6 } }
  model:gravity{ 0, -9.81, 0 }
  model:link_spring{ between = { { -1, 0 }, "block" }, stiffness = 2e3, free_length = 0.9 }
  model:initial{ node = "block", y = -1e-3 - 2*9.81/2e6 + 2e-6 }   -- near equilibrium on its lower face, which it does not leave
  return model
end

-- every: how many of the fixed steps lie between two records.
local function compare(name, build, method, probes, coarse, fine, every, duration, tolerance)
  local record = { every = every, probes = probes }
  local run = jounce.run(build(), { method = method, step = coarse/(every or 1), duration = duration, record = record })
  local reference = jounce.run(build(), { method = method, step = fine, duration = duration, record = { probes = probes } })
  local worst = 0                                          -- of the record before, relative
  for _, probe in ipairs(probes) do
    local times, values = run:series(probe)
    local scale = reference:peak(probe)
    for i = 1, 500 do
      local t = duration*(i - 0.37)/500
      local value = reference:at(probe, t)
      near(name .. ", " .. probe .. " at " .. t, run:at(probe, t), value, tolerance*scale)
      local k = math.floor(t/coarse)
      if values[k + 2] then worst = math.max(worst, math.abs(values[k + 1] - value)/scale) end
    end
    assert(#times == math.floor(duration/coarse + 0.5) + 1)
  end
  assert(worst > 0.01, name .. ": the records are not coarse")
  return run
end

do
  local probes, T = { "m.ux", "m.ux_velocity", "stop.force" }, 2*pi/200
  local run = compare("held mass", mass, exact, probes, 5e-3, 2.5e-5, nil, 0.5, 1e-11)
  for i = 1, 500 do
    local t = 0.5*(i - 0.37)/500
    near("x", run:at("m.ux", t), 2e-3*math.sin(200*t), 1e-11*2e-3)
    near("v", run:at("m.ux_velocity", t), 0.4*math.cos(200*t), 1e-11*0.4)
  end
  local section = run:section{ probe = "m.ux", value = 0, direction = "rising", probes = { "m.ux_velocity" } }
  assert(#section >= 15 and section.period == 1)
  for _, row in ipairs(section) do
    near("speed", row["m.ux_velocity"], 0.4, 4e-11)
    near("time", row.time, T*math.floor(row.time/T + 0.5), 1e-12)
  end
  local steady = run:steady{ period = T }
  assert(steady.period == 1 and steady.difference < 1e-7)
  local shown = tostring(steady)
  assert(shown:find "^steady: difference %S+, impacts %d+, max %.%.%., min %.%.%., over %d+, period 1$", shown)
  near("extreme", steady.max["m.ux"], 2e-3, 1e-8*2e-3)
  run:plot{ x = "m.ux", y = "m.ux_velocity", file = "held.svg" }
  for name, method in pairs{ newmark = jounce.method.newmark{}, generalized_alpha = jounce.method.generalized_alpha{},
                             precise = jounce.method.precise{} } do
    compare("held mass, " .. name, mass, method, probes, 5e-3, 5e-5, 100, 0.25, 1e-9)
  end
end
do
  compare("beam", beam, exact, { "b[3].uz", "stop.force" }, 4e-3, 2e-5, nil, 0.05, 1e-10)
  for name, method in pairs{ newmark = jounce.method.newmark{}, generalized_alpha = jounce.method.generalized_alpha{},
                             precise = jounce.method.precise{} } do
    compare("beam, " .. name, beam, method, { "b[3].uz" }, 4e-3, 4e-5, 100, 0.05, 1e-9)
  end
end
do
  compare("slider", slider, exact, { "block.x", "block.y", "block.vx" }, 2e-2, 1e-4, nil, 0.4, 1e-10)
  compare("slider, generalized_alpha", slider, jounce.method.generalized_alpha{ spectral_radius = 0.8 }, { "block.x", "block.y" }, 2e-2, 1e-4, 200, 0.4, 1e-9)
end

-- Every tolerance, against the run at 1e-12 that the comparisons above have checked between its records.
for name, case in pairs{ ["held mass"] = { mass, { "m.ux", "m.ux_velocity", "stop.indentation" }, 5e-3, 0.5 },
                         beam = { beam, { "b[3].uz", "b[3].uz_velocity", "b[5].uz", "stop.force" }, 4e-3, 0.05 },
                         slider = { slider, { "block.x", "block.y", "block.vx" }, 2e-2, 0.4 } } do
  local build, probes, coarse, T = table.unpack(case)
  local function run(tolerance)
    return jounce.run(build(), { method = jounce.method.event_driven{ tolerance = tolerance }, step = coarse, duration = T, record = { probes = probes } })
  end
  local reference, instants = run(1e-12), 40
  local function values(of, probe)
    local out = {}
    for i = 1, instants do out[i] = of:at(probe, T*(i - 0.37)/instants) end
    return out
  end
  local expected = {}
  for _, probe in ipairs(probes) do expected[probe] = values(reference, probe) end
  for _, tolerance in ipairs{ 1e-4, 1e-6, 1e-8, 1e-10 } do
    local result = run(tolerance)
    for _, probe in ipairs(probes) do
      local scale, worst = reference:peak(probe), 0
      for i, value in ipairs(values(result, probe)) do worst = math.max(worst, math.abs(value - expected[probe][i])/scale) end
      assert(worst < 10*tolerance, string.format("%s, %s at the tolerance %g: %g of the largest value", name, probe, tolerance, worst))
    end
  end
end
