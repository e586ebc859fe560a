-- expect: 1 4: model.gap: one of 'clearance' or 'interference' is required
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, law = jounce.law.hertz{ stiffness = 1e8 } }
