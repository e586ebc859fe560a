-- expect: 1 7: attempt to index a number value (local 't') (called with 0)
local jounce, block = require "jounce", require "support.block"
local function run(force)
  local model = block()
  model:load{ nodes = { "block" }, direction = { 1, 0, 0 }, force = force }
  return jounce.run(model, { step = 1e-4, duration = 1e-2 }) end
run(function() run(function(t) return t.x end) end)
