-- expect: 1 4: model.gap: 'law' must be a law (jounce.law.{kinds of law}), got friction.coulomb
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.friction.coulomb{ coefficient = 0.1 } }
