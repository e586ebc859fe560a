-- expect: 3 10: model 'block': contact 'stop' (bad/contact_chatters.lua:8) closed 1000 times within ...
-- A stop preloaded by 20 N, against which 10 N press: the block is pushed off and returns, in ever shorter intervals.
local jounce = require "jounce"
local model = jounce.model{ name = "block" }
model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
model:damper{ from = "block", direction = { 1, 0, 0 }, damping = 50 }
model:load{ node = "block", direction = { 1, 0, 0 }, force = 10 }
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, clearance = 1e-3, sides = "positive",
  law = jounce.law.custom{ force = function(depth) return depth > 0 and 20 + 1e6*depth or 0 end } }
jounce.run(model, { method = jounce.method.event_driven{}, duration = 10 })
