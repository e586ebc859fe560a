-- expect: 1 5: model.gap: one of 'node' or 'from' is required; a node that is nil counts as not given
local jounce = require "jounce"
local model = jounce.model{ name = "a" }
local nodes = {}
model:gap{ node = nodes.tip, direction = { 1, 0, 0 }, clearance = 1e-3, law = jounce.law.hooke{ stiffness = 1e6 } }
