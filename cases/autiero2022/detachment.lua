-- Does the pin of M. Autiero et al. 2022 (Machines 10, 966, doi:10.3390/machines10110966), section 4, leave the slot between 120
-- and 300 degrees of the second revolution? According to the paper only under Goldsmith's law, since stiff contacts are steady.
-- The case counts the releases for each law, with more dissipation in the contact (alpha) and with more numerical damping.
-- Expected: releases under every law at the paper's 0.32 s/m, if contacts are integrated accurately. With increasing alpha the
-- stiff contacts of Johnson and Radzimovsky become steady last, and all of them at 2 s/m. Numerical damping acts on the stiff ones
-- first, since a step is a larger part of their period: generalized-alpha with spectral radius 0 at 0.26 ms, backward Euler, an
-- order lower, at 0.03 ms. The model and its inputs are those of scotch_yoke.lua in this folder. A few seconds.
local jounce = require "jounce"

local mm = jounce.si.mm
local radius, middle, clearance, moving = 45*mm, 60*mm, 0.1*mm, 2.353
local begin, speed = -31*math.pi/180, 24*math.pi
local turn = 2*math.pi/speed

local laws = {                                                -- Table 11: K [N/mm^n] and n on the inner and the outer track
  { "Lankarani-Nikravesh", { 1.220e5, 1.50 }, { 1.424e5, 1.50 } },
  { "Johnson", { 4.914e4, 1.10 }, { 4.907e4, 1.10 } },
  { "Radzimovsky", { 4.321e4, 1.09 }, { 4.315e4, 1.09 } },
  { "Goldsmith", { 1.717e4, 1.04 }, { 1.743e4, 1.04 } },
  { "ESDU-78035", { 1.300e4, 1.09 }, { 1.254e4, 1.09 } },
}

-- Hunt and Crossley's force with given alpha, K in N/mm^n; the force and its derivatives by indentation and rate.
local function hunt_crossley(K_n, alpha)
  local n, c = K_n[2], 1.5*alpha
  local K = K_n[1]/mm^n
  return function(depth, rate)
    local elastic = K*depth^n
    return elastic*(1 + c*rate), n*elastic/depth*(1 + c*rate), c*elastic
  end
end

local function scotch_yoke(law, alpha)
  local m = jounce.model{ name = law[1] }
  m:body{ name = "crank", mass = 0.090, inertia = 30.40e-6, points = { P = { radius, 0 } } }
  m:body{ name = "slider", mass = moving, inertia = 3495.6e-6 }
  m:revolute{ name = "O", between = { { 0, 0 }, "crank" } }
  m:translational{ name = "guide", body = "slider" }
  m:slot{ name = "slot", base = "slider", pin = "crank.P", centre = { 0, 0 }, radius = middle, direction = math.pi, span = 2*math.pi/3,
    width = 16*mm, pin_radius = 8*mm - clearance, inner_law = jounce.law.custom{ force = hunt_crossley(law[2], alpha) },
    outer_law = jounce.law.custom{ force = hunt_crossley(law[3], alpha) } }
  m:drive{ joint = "O", speed = speed }
  m:assemble{ angles = { crank = begin }, positions = { slider = { 100*mm, 0 } } }
  return m
end

-- The times at which contacts end.
local function ends_of(law, alpha, method, step)
  local ends = {}
  for _, hit in ipairs(jounce.run(scotch_yoke(law, alpha), { method = method, step = step, duration = 2*turn }):impacts()) do
    ends[#ends + 1] = hit.time_out
  end
  return ends
end

-- The same by backward Euler, which Jounce does not offer: the slider's position s and speed v, with a prescribed crank.
local function backward_euler(law, alpha, step)
  local inner, outer = hunt_crossley(law[2], alpha), hunt_crossley(law[3], alpha)
  local function pin(t)
    local x, y = radius*math.cos(begin + speed*t), radius*math.sin(begin + speed*t)
    return x, y, -speed*y, speed*x
  end
  local function force(t, s, v)                               -- on the slider, along its guide; and the side
    local x, y, vx, vy = pin(t)
    local rho = math.sqrt((x - s)^2 + y^2)
    local cosine, rate = (x - s)/rho, ((x - s)*(vx - v) + y*vy)/rho
    local sign = rho > middle + clearance and 1 or rho < middle - clearance and -1 or 0
    if sign == 0 then return 0, 0 end
    local pushes = (sign > 0 and outer or inner)(sign*(rho - middle) - clearance, sign*rate)
    return sign*cosine*math.max(0, pushes), sign
  end
  local x, y, vx, vy = pin(0)
  local root = math.sqrt(middle^2 - y^2)
  local s, v, side, ends = x + root, vx - y*vy/root, 0, {}
  for i = 1, math.floor(2*turn/step) do
    local t, new = i*step, v
    local function residual(u) return u - v - step/moving*force(t, s + step*u, u) end
    for _ = 1, 50 do                                          -- Newton with a differenced slope
      local value = residual(new)
      local change = value*1e-7/(residual(new + 1e-7) - value)
      new = new - change
      if math.abs(change) < 1e-12 then break end
    end
    s, v = s + step*new, new
    local _, now = force(t, s, v)
    if side ~= 0 and now ~= side then ends[#ends + 1] = t end
    side = now
  end
  return ends
end

local function count(ends)
  local n = 0
  for _, t in ipairs(ends) do
    if t > turn*(1 + 120/360) and t < turn*(1 + 300/360) then n = n + 1 end
  end
  return n
end

local exact = jounce.method.event_driven{}
local wiping = jounce.method.generalized_alpha{ spectral_radius = 0 }
local studies = {
  { "event_driven", exact, turn/3600, 0.32 }, { "event_driven", exact, turn/3600, 1.0 },
  { "event_driven", exact, turn/3600, 1.2 }, { "event_driven", exact, turn/3600, 2.0 },
  { "generalized_alpha, radius 0.8", jounce.method.generalized_alpha{}, 3e-5, 0.32 },
  { "generalized_alpha, radius 0", wiping, 3e-5, 0.32 }, { "generalized_alpha, radius 0", wiping, 1e-4, 0.32 },
  { "generalized_alpha, radius 0", wiping, 2e-4, 0.32 }, { "generalized_alpha, radius 0", wiping, 2.6e-4, 0.32 },
  { "generalized_alpha, radius 0", wiping, 4e-4, 0.32 },
  { "backward Euler", nil, 1e-5, 0.32 }, { "backward Euler", nil, 2e-5, 0.32 },
  { "backward Euler", nil, 3e-5, 0.32 }, { "backward Euler", nil, 4e-5, 0.32 }, { "backward Euler", nil, 5e-5, 0.32 },
}
local columns, rows, found = { "method", "step [us]", "alpha [s/m]" }, {}, {}
for _, law in ipairs(laws) do columns[#columns + 1] = law[1] end
for i, study in ipairs(studies) do
  local name, method, step, alpha = table.unpack(study)
  rows[i] = { name, method == exact and "-" or string.format("%g", step*1e6), alpha }
  for j, law in ipairs(laws) do
    rows[i][j + 3] = count(method and ends_of(law, alpha, method, step) or backward_euler(law, alpha, step))
  end
  found[name .. " " .. string.format("%g", method == exact and alpha or step*1e6)] = rows[i]
end
jounce.print_table{ title = "contacts that end between 120 and 300 degrees of the second revolution", columns = columns, rows = rows }

local function expect(study, stiff, soft)                     -- do they leave the slot: Lankarani to Radzimovsky, Goldsmith and ESDU
  for j = 4, 8 do
    local leaves = j < 7 and stiff or j >= 7 and soft
    if (found[study][j] > 0) ~= leaves then error(study .. ", " .. columns[j] .. ": " .. found[study][j] .. " contacts end") end
  end
end
expect("event_driven 0.32", true, true)
expect("event_driven 2", false, false)
expect("generalized_alpha, radius 0.8 30", true, true)
expect("generalized_alpha, radius 0 260", false, true)
expect("backward Euler 10", true, true)
expect("backward Euler 50", false, false)
