-- expect: 1 4: model.load: 'force': the function must return a finite number, got inf (called with 0)
local jounce, block = require "jounce", require "support.block"
local model = block()
model:load{ nodes = { "block" }, direction = { 1, 0, 0 }, force = function(t) return 1/t end }
jounce.run(model, { step = 1e-4, duration = 1e-2 })
