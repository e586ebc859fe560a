-- A mass at rest exactly on the surface of its stop, without a load: it stays there, without a contact or a friction event. In modal
-- coordinates its place on a ring is off by a rounding.
-- Reference: under a load b t into a spring k, x = b/k (t - sin(w t)/w); the same from a time on at which the load begins.
-- Control: the loaded mass is in contact, once.
local jounce = require "jounce"
local mass, stiffness, rate, begins = 1.5, 1e3, 2, 0.05

local laws = {
  hooke = jounce.law.hooke{ stiffness = stiffness },
  hunt_crossley = jounce.law.hunt_crossley{ stiffness = stiffness, restitution = 0.7 },
  kelvin_voigt = jounce.law.kelvin_voigt{ stiffness = stiffness, damping = 5 },
  rigid = jounce.law.rigid{ restitution = 0.5 },
}
local frictions = {
  none = false,
  coulomb = jounce.friction.coulomb{ coefficient = 0.3, static_coefficient = 0.4 },
  karnopp = jounce.friction.karnopp{ coefficient = 0.3, static_coefficient = 0.4, dead_band = 0.01 },
  lugre = jounce.friction.lugre{ coefficient = 0.3, bristle_stiffness = 1e4, bristle_damping = 1 },
}
-- Loads with and without a closed form: the method examines the motion of the latter by samples.
local loads = {
  none = false,
  at_once = jounce.signal.ramp{ from_time = 0, to_time = 10, from_value = 0, to_value = 10*rate },
  later = function(t) return t < begins and 0 or rate*(t - begins) end,
}

local function run(ring, law, friction, load)
  local model = jounce.model{ name = "rest" }
  model:point{ name = "a", at = { 0, 0, 0 }, mass = mass, free = { "ux", "uy" } }
  if load then model:load{ node = "a", direction = { 1, 0, 0 }, force = load } end
  if ring then
    model:initial{ node = "a", displacement = { 0.5, 0, 0 } }
    model:circular_gap{ name = "g", node = "a", axis = { 0, 0, 1 }, clearance = 0.5, law = law, friction = friction or nil }
  else
    model:initial{ node = "a", displacement = { 0.3, 0, 0 } }
    model:gap{ name = "g", node = "a", direction = { 1, 0, 0 }, clearance = 0.3, sides = "positive", law = law,
               friction = friction or nil, tangent = friction and { 0, 1, 0 } or nil }
  end
  return jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = 0.1,
                             record = { probes = { "a.ux", "a.uy", "a.ux_velocity", "a.uy_velocity" } } })
end

for _, ring in ipairs{ true, false } do
  local place = ring and 0.5 or 0.3
  for law_name, law in pairs(laws) do
    for friction_name, friction in pairs(frictions) do
      for load_name, load in pairs(loads) do
        local where = (ring and "ring, " or "gap, ") .. law_name .. ", " .. friction_name .. ", " .. load_name .. ": "
        local result = run(ring, law, friction, load)
        local x, y = result:at("a.ux", 0.1) - place, result:at("a.uy", 0.1)
        assert(math.abs(y) < 1e-15, where .. "across " .. y)
        if not load or law_name == "rigid" then
          assert(math.abs(x) < 1e-15, where .. "off by " .. x)
          assert(math.abs(result:at("a.ux_velocity", 0.1)) < 1e-15, where .. "moves")
        end
        if not load then assert(#result:impacts() == 0 and #result:friction_events() == 0, where .. "events") end
        if load then assert(#result:impacts() == 1, where .. #result:impacts() .. " contacts") end
        if load and law_name == "hooke" then
          local w, t = math.sqrt(stiffness/mass), load_name == "later" and 0.1 - begins or 0.1
          local expected = rate/stiffness*(t - math.sin(w*t)/w)
          assert(math.abs(x/expected - 1) < 1e-7, where .. x .. " for " .. expected)
        end
      end
    end
  end
end
