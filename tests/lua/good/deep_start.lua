-- A contact that begins deeper than its clearance is seldom meant: the summary says so, and only then.
local jounce = require "jounce"

local function summary(displacement, clearance)
  local m = jounce.model{ name = "deep" }
  m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  m:gap{ name = "stop", node = "p", direction = { 1, 0, 0 }, clearance = clearance, law = jounce.law.hooke{ stiffness = 2e5 } }
  m:initial{ node = "p", displacement = { displacement, 0, 0 } }
  return tostring(jounce.run(m, { method = jounce.method.newmark{}, step = 1e-5, duration = 1e-4 }).summary)
end

local note = "contact 'stop' begins 0.0025 m deep, beyond its clearance of 0.002 m, with a force of 500 N"
assert(summary(4.5e-3, 2e-3):find(note, 1, true), summary(4.5e-3, 2e-3))
for _, fine in ipairs{ { 3.9e-3, 2e-3 }, { 0, 2e-3 }, { 1e-3, 0 } } do assert(not summary(fine[1], fine[2]):find("begins", 1, true)) end
