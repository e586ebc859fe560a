-- expect: 1 4: model.gap: 'law' must have a force if the gap has 'interference', got law.rigid
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = "block", direction = { 1, 0, 0 }, interference = 1e-3, law = jounce.law.rigid{} }
