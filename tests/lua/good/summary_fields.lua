-- Every field of `run.summary` that the reference lists can be asked for: one that is not there is nil. Control: a field that no
-- summary has is an error that names the nearest one.
local jounce = require "jounce"
local m = jounce.model{ name = "oscillator", accept = { "unsupported" } }
m:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
m:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 100 }
m:initial{ node = "p", velocity = { 1, 0, 0 } }
local run = jounce.run(m, { duration = 1, method = jounce.method.newmark{}, step = 1e-3 })
for _, field in ipairs{ "message", "chosen", "frictions" } do assert(run.summary[field] == nil, field) end
assert(run.summary.recommended_step > 0 and run.summary.halvings == 0 and run.summary.status == "done")
local rested = jounce.model{ name = "at rest", accept = { "unsupported" } }
rested:point{ name = "p", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
rested:spring{ from = "p", direction = { 1, 0, 0 }, stiffness = 100 }
local still = jounce.run(rested, { duration = 1, method = jounce.method.newmark{}, step = 1e-3 })
assert(still.summary.recommended_step == nil)
local ok, message = pcall(function() return run.summary.chosn end)
assert(not ok and tostring(message):find("did you mean 'chosen'?", 1, true), tostring(message))
