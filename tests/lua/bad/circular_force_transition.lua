-- expect: 1 4: model.circular_gap: 'law' must not act before contact, because a circular gap has no normal at its centre; got law.kelvin_voigt with transition = "force"
local jounce, block = require "jounce", require "support.block"
local model = block()
model:circular_gap{ node = "block", axis = { 0, 0, 1 }, clearance = 1e-3, law = jounce.law.kelvin_voigt{ stiffness = 1e6, damping = 10, transition = "force" } }
