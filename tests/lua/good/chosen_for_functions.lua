-- Runs that name neither method nor step have three digits when functions of the script push, also in pulses and with jumps.
-- Physics: a mass on a spring, a cantilever with and without a stop, a mass that a pulse throws against a stop or between two of them (ten to thirty
-- impacts), a chain of masses that strike each other, a body on a pin; loads are a sine, a half sine, a jump, a rectangular pulse, a square wave, as
-- a force or as the torque of a drive. Damping ratios from 2 % down to 1e-4.
-- Reference: the same model with the load as a signal of Jounce, which has a closed form and known jumps, by event_driven at 1e-10. Tolerance:
-- 5e-4 of the largest value at 200 instants, half of what the choice promises. Control: two thousand equal steps over the run miss 1e-3 with a
-- jump and with a pulse, as does Newmark's method at 1/120 of the contact time between stops, and at 1/400 of the period with little damping. With event_driven named by the script, a jump is an error that names the load and the instant.
local jounce = require "jounce"
local S = jounce.signal
local function half_sine(amplitude, start, duration)
  return S.half_sine{ amplitude = amplitude, start = start, duration = duration },
    function(t) return t > start and t < start + duration and amplitude*math.sin(math.pi*(t - start)/duration) or 0 end
end
local function sine(amplitude, frequency)
  return S.sine{ amplitude = amplitude, frequency = frequency }, function(t) return amplitude*math.sin(2*math.pi*frequency*t) end
end
local function jump(value, at) return S.step{ value = value, time = at }, function(t) return t < at and 0 or value end end
local function rectangle(value, from, to)
  return { S.step{ value = value, time = from }, S.step{ value = -value, time = to } }, function(t) return t >= from and t < to and value or 0 end
end
local function square(value, frequency, duration)
  local steps, n = { S.constant{ value = value } }, 0
  for i = 1, math.floor(2*frequency*duration) do
    steps[#steps + 1] = S.step{ value = i % 2 == 1 and -2*value or 2*value, time = i/(2*frequency) }
  end
  return steps, function(t) return math.floor(2*frequency*t) % 2 == 0 and value or -value end
end

local function loaded(m, node, direction, force)
  if type(force) ~= "table" or force.kind then force = { force } end
  for _, one in ipairs(force) do m:load{ nodes = { node }, direction = direction, force = one } end
end
local function mass(force)
  local m = jounce.model{ name = "mass" }
  m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1e4, damping = 3 }
  loaded(m, "p", { 1, 0, 0 }, force)
  return m, "p.ux"
end
local function thrown(force)
  local m, probe = mass(force)
  m:gap{ name = "stop", node = "p", direction = { 1, 0, 0 }, clearance = 2e-4, law = jounce.law.hunt_crossley{ stiffness = 1e8, restitution = 0.7 } }
  return m, probe
end
local function between(force)
  local m = jounce.model{ name = "between stops" }
  m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 1000 }
  m:gap{ name = "stops", node = "p", direction = { 1, 0, 0 }, clearance = 5e-3, sides = "both", law = jounce.law.flores{ stiffness = 1e8, restitution = 0.8 } }
  m:damping(jounce.damping.rayleigh{ ratio = 0.02, frequencies = { 3, 20 } })
  loaded(m, "p", { 1, 0, 0 }, force)
  return m, "p.ux"
end
local function chain(force)
  local m = jounce.model{ name = "chain" }
  for i = 1, 6 do
    m:point{ name = "p" .. i, at = { i, 0, 0 }, mass = 1, free = { "ux" } }
    m:spring{ from = "p" .. i, direction = { 1, 0, 0 }, stiffness = 300 + 50*i }
    if i > 1 then
      m:gap{ name = "g" .. i, from = "p" .. i - 1, to = "p" .. i, direction = { 1, 0, 0 }, clearance = 3e-3, sides = "negative", law = jounce.law.flores{ stiffness = 1e8, restitution = 0.6 } }
    end
  end
  m:damping(jounce.damping.rayleigh{ ratio = 0.03, frequencies = { 2, 20 } })
  loaded(m, "p1", { 1, 0, 0 }, force)
  return m, "p6.ux"
end
local function cantilever(force, with_stop, ratio)
  local m = jounce.model{ name = "cantilever" }
  local b = m:beam{ name = "beam", from = { 0, 0, 0 }, to = { 0.5, 0, 0 }, elements = 8,
    section = jounce.section.rectangle{ width = 0.02, height = 0.005 }, material = jounce.material{ E = 210e9, nu = 0.3, density = 7850 } }
  m:fix{ nodes = { b.nodes[1] } }
  m:damping(jounce.damping.rayleigh{ ratio = ratio or 0.01, frequencies = { 17, 100 } })
  if with_stop then
    m:gap{ name = "stop", node = b.nodes[9], direction = { 0, 0, 1 }, clearance = 1e-3, sides = with_stop, law = jounce.law.flores{ stiffness = 1e9, restitution = 0.7 } }
  end
  loaded(m, b.nodes[9], { 0, 0, 1 }, force)
  return m, "beam[9].uz"
end
local function stopped(force) return cantilever(force, "positive") end
local function enclosed(force) return cantilever(force, "both", 0.02) end
local function hardly_damped(force) return cantilever(force, nil, 1e-4) end
local function hardly_damped_stop(force) return cantilever(force, "both", 1e-4) end
local function body(force)
  local m = jounce.model{ name = "body" }
  m:body{ name = "bar", mass = 2, inertia = 0.1, points = { O = { -0.5, 0 }, A = { 0.5, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "bar.O" } }
  loaded(m, "bar.A", { 0, 1, 0 }, force)
  return m, "bar.angle"
end

local function driven(force)
  local m = jounce.model{ name = "driven" }
  m:body{ name = "bar", mass = 2, inertia = 0.1, points = { O = { -0.5, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "bar.O" } }
  if type(force) ~= "table" or force.kind then force = { force } end
  for _, one in ipairs(force) do m:drive{ joint = "O", torque = one } end
  return m, "bar.angle"
end

local models = {
  { "mass, pulse", mass, 0.5, half_sine(50, 0.1, 2e-3) },
  { "mass, jump", mass, 0.5, jump(10, 1/30) },
  { "mass, rectangle", mass, 0.5, rectangle(50, 1/30, 1/30 + 7e-4) },
  { "mass, square wave", mass, 0.5, square(10, 37, 0.5) },
  { "thrown, pulse", thrown, 0.1, half_sine(200, 0.011, 1e-3) },
  { "thrown, jump", thrown, 0.1, jump(20, 1/70) },
  { "cantilever, pulse", cantilever, 0.3, half_sine(20, 0.05, 1e-3) },
  { "cantilever, jump", cantilever, 0.3, jump(2, 1/30) },
  { "cantilever, rectangle", cantilever, 0.3, rectangle(20, 1/30, 1/30 + 1e-3) },
  { "stop, pulse", stopped, 0.1, half_sine(20, 0.011, 2e-3) },
  { "stop, jump", stopped, 0.1, jump(2, 1/70) },
  { "body, pulse", body, 0.5, half_sine(100, 0.1, 1e-3) },
  { "body, jump", body, 0.5, jump(1, 1/30) },
  { "driven, pulse", driven, 0.5, half_sine(100, 0.1003, 1e-3) },
  { "driven, jump", driven, 0.5, jump(1, 1/30) },
  { "between, sine", between, 1, sine(8, 4) },
  { "between, pulse", between, 1, half_sine(120, 0.10037, 0.02) },
  { "chain, sine", chain, 1.5, sine(12, 3) },
  { "enclosed, sine", enclosed, 0.3, sine(3, 15) },
  { "enclosed, pulse", enclosed, 0.3, half_sine(30, 0.0501, 0.01) },
  { "hardly damped, jump", hardly_damped, 4, jump(4, 0.0511) },
  { "hardly damped, pulse", hardly_damped, 4, half_sine(30, 0.0511, 0.01) },
  { "hardly damped, rectangle", hardly_damped, 4, rectangle(4, 0.0511, 0.0611) },
  { "mass, pulse over a long time", mass, 10, rectangle(1000, 0.2, 0.2207) },
  { "hardly damped, short pulse", hardly_damped, 5, half_sine(100, 0.01, 2e-3) },
  { "hardly damped, stop, jump", hardly_damped_stop, 0.4, jump(4, 0.0511) },
}
local function error_of(run, reference, probe, duration)
  local worst, size = 0, 0
  for i = 1, 200 do
    local t = duration*i/200
    local exact = reference:at(probe, t)
    worst, size = math.max(worst, math.abs(run:at(probe, t) - exact)), math.max(size, math.abs(exact))
  end
  return worst/size
end
local missed = {}
for _, of in ipairs(models) do
  local name, make, duration, signal, function_of_time = table.unpack(of)
  local model, probe = make(function_of_time)
  local known = make(signal)
  local record = { probes = { probe } }
  local run = jounce.run(model, { duration = duration, record = record })
  local reference = jounce.run(known, { duration = duration, record = record, method = jounce.method.event_driven{ tolerance = 1e-10 }, step = duration/1000 })
  local off = error_of(run, reference, probe, duration)
  assert(off < 5e-4, ("%s: %.2g by %s"):format(name, off, run.summary.chosen))
  local coarse = (make == mass or make == cantilever) and duration/2000 or make == between and 1.6e-5 or make == hardly_damped and 7.5e-5
  if coarse then
    local blind = jounce.run(model, { duration = duration, record = record, method = jounce.method.newmark{}, step = coarse })
    if error_of(blind, reference, probe, duration) > 1e-3 then missed[name] = true end
  end
end
for _, name in ipairs{ "mass, jump", "cantilever, pulse", "between, pulse", "hardly damped, jump", "hardly damped, pulse" } do
  assert(missed[name], "control: " .. name)
end
