-- Records that lie between contacts do not show their forces: the summary says so once, and run:peak has the peak. Reference: a mass that
-- strikes an elastic stop, whose largest force K (5 m v^2/(4 K))^(3/5) follows from its energy; and the largest record itself.
local jounce = require "jounce"

local m, v, K = 1, 1, 1e9
local model = jounce.model{ name = "block" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = m, free = { "ux" } }
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, sides = "both", clearance = 1e-3, law = jounce.law.hertz{ stiffness = K } }
model:initial{ node = "block", velocity = { v, 0, 0 } }
local peak = K*(5*m*v^2/(4*K))^(3/5)

local function run(record) return jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-4, duration = 0.02, record = record }) end
local function note_of(result)
  for _, note in ipairs(result.summary.notes) do
    if note:find "the records of" then return note end
  end
end
local function largest(result)
  local out = 0
  local _, values = result:series "stop.force"
  for _, value in ipairs(values) do out = math.max(out, value) end
  return out
end

local coarse = run{ probes = { "block.ux", "stop.force" }, every = 40 }
local note = note_of(coarse)
assert(note and note:find("'stop.force'", 1, true), note or "no note")
local shown, peaked = note:match "have (%S+) N at most, its contacts up to (%S+) N"
assert(math.abs(tonumber(peaked)/peak - 1) < 5e-3, note)             -- three digits are shown
assert(math.abs(tonumber(shown) - largest(coarse)) <= 5e-3*peak, note)
assert(largest(coarse) < 0.9*peak)
assert(math.abs(coarse:peak "stop.force"/peak - 1) < 1e-6)

-- Controls: records within contacts; a force that is not recorded; a record that begins behind the contacts.
assert(not note_of(run{ probes = { "stop.force" }, every = 1 }) == (largest(run{ probes = { "stop.force" }, every = 1 }) >= 0.9*peak))
local fine = jounce.run(model, { method = jounce.method.newmark{}, step = 1e-6, duration = 0.02, record = { probes = { "stop.force" } } })
assert(not note_of(fine) and largest(fine) > 0.99*peak)
assert(not note_of(run{ probes = { "block.ux" }, every = 40 }))
local late = coarse:impacts()[#coarse:impacts()].time_in
assert(not note_of(run{ probes = { "stop.force" }, every = 40, from = math.min(late + 1e-4, 0.0199) }))
