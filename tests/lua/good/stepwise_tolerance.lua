-- A `tolerance` adapts the steps of events = "stepwise", too. A mass of 1 kg meets a spring with a damper at 1 m/s, whose force jumps
-- there. Reference: the damped oscillation in the contact, x = v/wd exp(-c t/2) sin(wd t). Tolerance: 30 times that of the steps, of
-- v/w. Control: the largest step alone is 20 times as far off.
local jounce = require "jounce"
local k, c, clearance = 1e4, 20, 0.01
local wd = math.sqrt(k - c*c/4)
local after = 0.02 -- in contact
local want = clearance + math.exp(-c*after/2)*math.sin(wd*after)/wd

local function error_of(method, tolerance)
  local model = jounce.model{ name = "buffer", accept = { "unsupported" } }
  model:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:gap{ name = "stop", node = "p", direction = { 1, 0, 0 }, sides = "positive", clearance = clearance, law = jounce.law.kelvin_voigt{ stiffness = k, damping = c } }
  model:initial{ node = "p", velocity = { 1, 0, 0 } }
  local run = jounce.run(model, { method = method, step = 1e-3, duration = clearance + after, events = "stepwise", tolerance = tolerance, record = { probes = { "p.ux" } } })
  return math.abs(run:at("p.ux", clearance + after) - want)*math.sqrt(k), run.summary.steps
end

for _, method in ipairs{ jounce.method.newmark{}, jounce.method.generalized_alpha{} } do
  local rough = error_of(method)
  local last = 0
  for _, tolerance in ipairs{ 1e-3, 1e-4, 1e-5 } do
    local off, steps = error_of(method, tolerance)
    assert(off < 30*tolerance, string.format("%s, tolerance %g: %g", method.kind, tolerance, off))
    assert(steps > 2*last, string.format("%s: %d steps", method.kind, steps))
    last = steps
    if tolerance == 1e-5 then assert(rough > 20*off, string.format("%s: %g without a tolerance, %g with it", method.kind, rough, off)) end
  end
end
