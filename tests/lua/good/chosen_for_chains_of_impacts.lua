-- A steady load drives a cantilever far beyond the clearance of its stop: each impact multiplies the errors of those before it, and the
-- choice still has three digits. Reference: event_driven at 1e-8, whose error at 1e-7 is below 1e-5. Control: newmark with the step that
-- serves where no error grows, 1/196 of the contact time.
local jounce = require "jounce"
local si = jounce.si

local function cantilever(amplitude)
  local model = jounce.model{ name = "driven" }
  local beam = model:beam{ name = "beam", from = { 0, 0, 0 }, to = { 0.6, 0, 0 }, elements = 40,
    section = jounce.section.rectangle{ width = 30*si.mm, height = 6*si.mm },
    material = jounce.material{ E = 200*si.GPa, nu = 0.3, density = 7800 } }
  model:fix{ node = beam.nodes[1] }
  model:gap{ name = "stop", node = beam.nodes[33], direction = { 0, 0, 1 }, clearance = 1*si.mm,
             law = jounce.law.hunt_crossley{ stiffness = 1e7, restitution = 0.8 } }
  model:load{ node = beam.nodes[41], direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = amplitude, frequency = 14 } }
  model:damping(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 14, 300 } })
  return model
end

local function errors(amplitude)
  local function run(options)
    options.duration, options.record = 0.3, { probes = { "beam[41].uz" } }
    return jounce.run(cantilever(amplitude), options)
  end
  local function precise(tolerance) return run{ method = jounce.method.event_driven{ tolerance = tolerance }, step = 3e-4 } end
  local reference = precise(1e-8)
  local function error_of(other)
    local largest, size = 0, 0
    for i = 0, 300 do
      local expected = reference:at("beam[41].uz", i*1e-3)
      largest, size = math.max(largest, math.abs(other:at("beam[41].uz", i*1e-3) - expected)), math.max(size, math.abs(expected))
    end
    return largest/size
  end
  assert(error_of(precise(1e-7)) < 1e-5)
  local control = run{ method = jounce.method.newmark{ beta = 1/4, gamma = 1/2 }, step = 2.9e-5 }
  return error_of(run{}), error_of(control)
end

for amplitude, lost in pairs{ [15] = 1.2e-3, [30] = 1e-2 } do
  local chosen, control = errors(amplitude)
  assert(chosen < 1e-3, amplitude .. " N: " .. chosen)
  assert(control > lost, amplitude .. " N, control: " .. control)
end
