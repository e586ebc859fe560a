-- A probe that holds nothing but round-off does not hide the period of a section or of the steady state: the slope in the middle of a
-- symmetric beam, and the angle of a slider in an ideal guide.
-- Reference: linear motion under a sine has the load's period; a driven crank with a massive flywheel turns once in T.
-- Control: the probes are that small, and not zero for the beam.
local jounce = require "jounce"
local pi <const> = math.pi

do
  local T = 1/40
  local model = jounce.model{ name = "symmetric beam" }
  model:beam{ name = "b", from = { 0, 0, 0 }, to = { 1, 0, 0 }, elements = 4, section = jounce.section.circle{ diameter = 0.02 },
              material = jounce.material{ E = 2.1e11, nu = 0.3, density = 7800 } }
  model:fix{ node = "b[1]" }
  model:fix{ node = "b[5]" }
  model:damping(jounce.damping.modal{ ratio = 0.2 })
  model:load{ node = "b[3]", direction = { 0, 0, 1 }, force = jounce.signal.sine{ amplitude = 10, frequency = 1/T } }
  local run = jounce.run(model, { method = jounce.method.newmark{}, step = T/200, duration = 20*T,
                                  record = { probes = { "b[3].uz", "b[3].ry", "b[3].ry_velocity" } } })
  local slope = run:peak "b[3].ry"
  assert(slope < 1e-12*run:peak "b[3].uz" and slope > 0, "the slope is no round-off: " .. slope)
  local section = run:section{ period = T, from = 10*T, probes = { "b[3].uz", "b[3].ry", "b[3].ry_velocity" } }
  assert(section.period == 1 and section.distinct == 1, "beam: period " .. section.period)
  assert(run:steady{ period = T }.period == 1)
end

do
  local T = 0.05
  local m = jounce.model{ name = "slider crank" }
  m:body{ name = "crank", mass = 0.2, inertia = 1e-3, points = { O = { -0.05, 0 }, A = { 0.05, 0 } } }
  m:body{ name = "rod", mass = 1, inertia = 0.01, points = { A = { -0.15, 0 }, C = { 0.15, 0 } } }
  m:body{ name = "slider", mass = 1, inertia = 1e-3, points = { C = { 0, 0 } } }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  m:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  m:revolute{ name = "C", between = { "rod.C", "slider.C" } }
  m:translational{ name = "guide", body = "slider", axis = { 1, 0 } }
  m:drive{ joint = "O", speed = 2*pi/T }
  m:assemble{ angles = { crank = 0, rod = 0 } }
  local run = jounce.run(m, { method = jounce.method.generalized_alpha{}, step = T/400, duration = 6*T,
                              record = { probes = { "slider.x", "slider.angle", "slider.vangle" } } })
  assert(run:peak "slider.angle" < 1e-12*run:peak "slider.x")
  local section = run:section{ period = T, from = T, probes = { "slider.x", "slider.angle", "slider.vangle" } }
  assert(section.period == 1 and section.distinct == 1, "slider: period " .. section.period)
  assert(run:steady{ period = T }.period == 1)
end
