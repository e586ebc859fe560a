-- Branches of motions that nothing drives: a block on a belt.
-- Between its two speeds the friction `adams` falls as a cubic. At the middle of it the block with a damper c is Rayleigh's oscillator,
-- x'' - (s - c) x' + b x'^3 + x = 0, whose rate is van der Pol's. At s - c = 1 that has the period 6.66328685932313 and the amplitude
-- 2.00861986087484 (the classical rule in steps of 0.002 and 0.001, extrapolated, agrees to 4e-12 and 3e-15); at s = c is a Hopf
-- point.
local jounce = require "jounce"
local slope, speed, width = 5, 2, 2
local N = 2*width*slope/3                 -- of a fall by 1 over `width`: slope 3 N/(2 width), cubic term 2 N/width^3
local b, rest = 2*N/width^3, 1.5*N

local function belt(c, V, friction, clearance, law)
  local model = jounce.model{ name = "block on a belt" }
  model:node{ name = "belt", at = { 0, 0, 0 } }
  model:node{ name = "wall", at = { 0, 0, 0 } }
  model:fix{ node = "wall" }
  model:prescribe{ node = "belt", dof = "ux",
                   motion = jounce.signal.ramp{ from_time = 0, to_time = 1e4, from_value = 0, to_value = 1e4*V } }
  model:fix{ node = "belt", dofs = { "uy", "uz", "rx", "ry", "rz" } }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 1, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1 }
  model:damper{ from = "block", to = "wall", direction = { 1, 0, 0 }, damping = c }
  model:friction{ name = "contact", from = "belt", to = "block", direction = { 1, 0, 0 }, normal_force = friction.N, friction = friction.law }
  if clearance then
    model:gap{ name = "stop", node = "block", direction = { 1, 0, 0 }, sides = "positive", clearance = rest + clearance,
               law = law or jounce.law.rigid{ restitution = 0.8 } }
  end
  model:initial{ node = "block", displacement = friction.from, velocity = { friction.V or 0, 0, 0 } }
  return model
end
local falling = { N = N, from = { rest + 0.5, 0, 0 },
  law = jounce.friction.adams{ coefficient = 1, static_coefficient = 2, static_speed = 1, dynamic_speed = 3 } }
local probes = { "block.ux", "block.ux_velocity" }

local orbit = jounce.orbit{ model = function(c) return belt(c, speed, falling) end, parameter = slope - 1, parameter_name = "c",
                            autonomous = true, period = 6.5, settle = 10, probes = probes }
local branch = jounce.continue{ orbit = orbit, from = 3.8, to = 5.5 }
local found = false
for _, point in ipairs(branch) do
  assert(point.unit_multiplier_error < 1e-7 and point.stable and point.label == "(0, 1)", tostring(point))
  if point.parameter == 4 then
    found = true
    assert(math.abs(point.period - 6.66328685932313) < 1e-10, point.period)
    assert(math.abs(point.max["block.ux_velocity"]*math.sqrt(3*b) - 2.00861986087484) < 1e-10)
  end
end
assert(found and #branch.special == 0)
local hopf = branch.ends[2]
assert(hopf.reason == "equilibrium" and math.abs(hopf.parameter - slope) < 1e-4, hopf.parameter)
assert(hopf.why == "the orbit shrinks to an equilibrium, near c = 5 (a Hopf bifurcation)", hopf.why)

-- A guess of three periods gives the orbit of one; a guess from the branch has its own period.
for _, guess in ipairs{ { period = 20, settle = 10 }, { guess = branch[3] } } do
  local again = jounce.orbit{ model = function(c) return belt(c, speed, falling) end, parameter = guess.guess and branch[3].parameter or 4,
                              autonomous = true, period = guess.period, settle = guess.settle, guess = guess.guess }
  local period = guess.guess and branch[3].period or 6.66328685932313
  assert(again.label == "(0, 1)" and math.abs(again.period - period) < 1e-9, again.period)
end

-- A stop that the mass just touches: its clearance is the largest displacement of Rayleigh's oscillator, by the classical rule.
local function furthest()
  local x, v, h, most = 0.5, 0, 2e-3, 0
  local function rate(place, speed_) return speed_, speed_ - b*speed_^3 - place end
  for step = 1, 15000 do
    local a1, b1 = rate(x, v)
    local a2, b2 = rate(x + h/2*a1, v + h/2*b1)
    local a3, b3 = rate(x + h/2*a2, v + h/2*b2)
    local a4, b4 = rate(x + h*a3, v + h*b3)
    local w = v
    x, v = x + h/6*(a1 + 2*a2 + 2*a3 + a4), v + h/6*(b1 + 2*b2 + 2*b3 + b4)
    if step > 11000 and w > 0 and v <= 0 then most = x + v^2/(2*x) end    -- x'' = -x at the reversal
  end
  return most
end
local striking = jounce.orbit{ model = function(d) return belt(4, speed, falling, d) end, parameter = 0.85, parameter_name = "d",
                               autonomous = true, period = 5.5, settle = 10 }
assert(striking.label == "(1, 1)")
local towards = jounce.continue{ orbit = striking, from = 0.8, to = 1.05 }
local touching = towards.special[1]
assert(#towards.special == 1 and touching.kind == "grazing" and touching.label == "(0, 1)")
assert(math.abs(touching.parameter - furthest()) < 1e-7, touching.parameter .. " " .. furthest())
assert(math.abs(towards[#towards].period - 6.66328685932313) < 1e-9)

-- The same place before a compliant stop, in which the mass almost rests there.
local compliant = jounce.law.kelvin_voigt{ stiffness = 50, damping = 1 }
local pressing = jounce.orbit{ model = function(d) return belt(4, speed, falling, d, compliant) end, parameter = 0.965, parameter_name = "d",
                               autonomous = true, period = 6.5, settle = 5 }
local leaving = jounce.continue{ orbit = pressing, from = 0.96, to = 0.975, step = { max = 0.2 } }
assert(#leaving.special == 1 and leaving.special[1].kind == "grazing")
assert(math.abs(leaving.special[1].parameter - touching.parameter) < 1e-9, leaving.special[1].parameter)

-- Stick and slip with a damper: the slip comes to rest if it reaches the speed V of the belt. With z = x - mu the slip is
-- z'' + c z' + z = 0 from (mu_s - mu - c V, V); the last orbit touches the speed where its acceleration is zero, at (-c V, V).
local c, root = 0.1, math.sqrt(1 - 0.1^2/4)
local function slip(t, z, v)
  local e, C, S = math.exp(-c*t/2), math.cos(root*t), math.sin(root*t)/root
  return e*(z*C + (v + c*z/2)*S), e*(v*C - (z + c*v/2)*S)
end
local t, V, h = 5.5, 1.1, 1e-6
for _ = 1, 20 do
  local function missing(time, belt_speed)
    local z, v = slip(time, 1 - c*belt_speed, belt_speed)
    return z + c*belt_speed, v - belt_speed
  end
  local p, q = missing(t, V)
  local pt, qt = missing(t + h, V)
  local pV, qV = missing(t, V + h)
  local A, B, C, D = (pt - p)/h, (pV - p)/h, (qt - q)/h, (qV - q)/h
  t, V = t - (D*p - B*q)/(A*D - B*C), V - (A*q - C*p)/(A*D - B*C)
end
local sticking = { N = 1, from = { 2, 0, 0 }, V = 1, law = jounce.friction.coulomb{ coefficient = 1, static_coefficient = 2 } }
local stick_slip = jounce.orbit{ model = function(belt_speed) return belt(c, belt_speed, sticking) end, parameter = 1, parameter_name = "V",
                                 autonomous = true, period = 6.5, settle = 10, probes = probes }
local lost = jounce.continue{ orbit = stick_slip, from = 0.9, to = 1.2 }.ends[2]
assert(lost.reason == "no further orbit" and math.abs(lost.parameter - V) < 1e-7, lost.parameter .. " " .. V)
assert(lost.why:find("the sticks of the orbit change from 1 to 0", 1, true), lost.why)
