-- Scotch-yoke with a circular slot, M. Autiero et al. 2022 (Machines 10, 966, doi:10.3390/machines10110966), section 4: a crank at
-- constant speed, clearance between its pin and the slot of the slider, five contact laws, each as a power law.
-- Inputs missing in the paper: its printed force F = K d^n (1 + 3/2 alpha d') with alpha = 0.32 s/m, K of Table 11
-- as printed (a pin 1 mm long), a crank of 45 mm, and a start 31 degrees before the dead point as if the pin had no clearance and
-- at full speed. Angles are the crank's, counted from that start; figures are those of the second revolution.
-- Expected: the rows below "reference" (an independent program), otherwise the case ends with an error. A few seconds.
local jounce = require "jounce"

local p = jounce.parameters{ alpha = 0.32, tolerance = 1e-10, samples = 3600, output = "out/autiero2022" }
local mm, GPa = jounce.si.mm, jounce.si.GPa
local radius, middle, pin, moving = 45*mm, 60*mm, 7.9*mm, 2.353      -- the slider and its two masses of 1 kg
local begin, speed = -31*math.pi/180, 24*math.pi
local turn = 2*math.pi/speed
local function degrees(time) return 360*time/turn end
local function time_at(angle) return angle/360*turn end

-- Table 11: K [N/mm^n] and n on the inner and on the outer track, and the results of the independent program.
local laws = {
  { name = "Lankarani-Nikravesh", inner = { 1.220e5, 1.50 }, outer = { 1.424e5, 1.50 },
    first = 4317.4538, lift = 97.38, land = 106.75, outer_peak = 3411.8, inner_peak = 3769.9 },
  { name = "Radzimovsky", law = "radzimovsky", inner = { 4.321e4, 1.09 }, outer = { 4.315e4, 1.09 }, first = 3554.1339 },
  { name = "Johnson", law = "johnson", inner = { 4.914e4, 1.10 }, outer = { 4.907e4, 1.10 } },
  { name = "Goldsmith", law = "goldsmith", inner = { 1.717e4, 1.04 }, outer = { 1.743e4, 1.04 },
    first = 2771.7473, lift = 98.28, land = 108.00, outer_peak = 1989.7, inner_peak = 2491.7 },
  { name = "ESDU-78035", law = "esdu_78035", inner = { 1.300e4, 1.09 }, outer = { 1.254e4, 1.09 } },
}

-- The catalogue's law for a pin on one of the tracks as used in the paper (cases/contact/autiero_tables.lua), Goldsmith's with a
-- length of 10 m, fitted up to a load in N per mm of length. The result is for that length.
local steel, aluminium = { 207*GPa, 0.3 }, { 70*GPa, 0.33 }
local function fit(law, track, pin_radius, contact, highest, material)
  local length, E, nu = law == "goldsmith" and 10 or mm, table.unpack(material)
  local fields = { geometry = jounce.geometry.cylinders{ Ri = track, Rj = pin_radius, contact = contact, length = length,
                                                         E1 = E, nu1 = nu, E2 = E, nu2 = nu } }
  if law == "radzimovsky" then fields.width = "6.25" end
  if law == "esdu_78035" then fields.variant = "printed" end
  return jounce.fit{ law = jounce.law[law](fields), load = { 0.5*length/mm, highest*length/mm }, samples = 2000 }, length
end

-- Its K [N/mm^n] per mm of length, and n.
local function power_law(law, track, contact)
  if not law then
    local K = jounce.stiffness.hertz_spheres{ R1 = track, R2 = pin, contact = contact, E1 = 207*GPa, nu1 = 0.3, E2 = 207*GPa, nu2 = 0.3 }
    return { K*mm^1.5, 1.5 }
  end
  local found, length = fit(law, track, pin, contact, 1000, steel)
  return { found.K*mm^found.n*mm/length, found.n }
end

-- Difference of the indentations of the two tracks at 10 kN/mm, largest over clearances of up to 4 mm and both materials (Fig. 10).
local function one_stiffness(law)
  local worst = 0
  for _, play in ipairs{ 0, 0.2*mm, mm, 2*mm, 4*mm } do
    for _, material in ipairs{ steel, aluminium } do
      local inner = fit(law, 52*mm, 8*mm - play/2, "external", 1e4, material).indentation[2]
      local outer = fit(law, 68*mm, 8*mm - play/2, "internal", 1e4, material).indentation[2]
      worst = math.max(worst, math.abs(inner/outer - 1))
    end
  end
  return worst
end

-- Hunt and Crossley's force with given alpha, instead of a restitution; K in N/mm^n.
local function hunt_crossley(K_n)
  local n, c = K_n[2], 1.5*p.alpha
  local K = K_n[1]/mm^n
  return jounce.law.custom{ force = function(depth, rate)
    local elastic = K*depth^n
    return elastic*(1 + c*rate), n*elastic/depth*(1 + c*rate), c*elastic
  end }
end

local function scotch_yoke(name, inner, outer)
  local m = jounce.model{ name = name }
  m:body{ name = "crank", mass = 0.090, inertia = 30.40e-6, points = { P = { radius, 0 } } }
  m:body{ name = "slider", mass = moving, inertia = 3495.6e-6 }          -- its centre is the slot's
  m:revolute{ name = "O", between = { { 0, 0 }, "crank" } }
  m:translational{ name = "guide", body = "slider" }
  if inner then
    m:slot{ name = "slot", base = "slider", pin = "crank.P", centre = { 0, 0 }, radius = middle, direction = math.pi, span = 2*math.pi/3,
      width = 16*mm, pin_radius = pin, inner_law = hunt_crossley(inner), outer_law = hunt_crossley(outer) }
  else
    m:point_on_curve{ name = "pin", base = "slider", point = "crank.P", centre = { 0, 0 }, radius = middle }
  end
  m:drive{ joint = "O", speed = speed }
  m:assemble{ angles = { crank = begin }, positions = { slider = { 100*mm, 0 } } }
  return m
end

local slider = { "crank.angle", "slider.x", "slider.vx", "slider.ax" }
local function run(model, duration, probes, output)
  local all = { table.unpack(slider) }
  for _, probe in ipairs(probes) do all[#all + 1] = probe end
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = p.tolerance }, step = turn/p.samples, duration = duration,
    record = { probes = all }, output = output and p.output .. "/" .. output })
end
local contact = { "slot.outer.force", "slot.inner.force", "slot.outer.indentation", "slot.inner.indentation" }

local function mean(of, probe, from, to)
  local times, values = of:series(probe)
  local sum, count = 0, 0
  for i, t in ipairs(times) do
    if t >= from and t <= to then sum, count = sum + values[i], count + 1 end
  end
  return sum/count
end

local function farthest(of, from, other)                       -- largest distance of two sliders from that time on
  local times, values = of:series "slider.x"
  local worst = 0
  for i, t in ipairs(times) do
    if t >= from then worst = math.max(worst, math.abs(values[i] - other:at("slider.x", t))) end
  end
  return worst
end

local ideal = run(scotch_yoke "ideal", 2*turn, { "pin.force" }, "ideal")
local runs, firsts = {}, {}
for i, law in ipairs(laws) do
  runs[i] = run(scotch_yoke(law.name, law.inner, law.outer), 2*turn, contact, law.name)
  local impacts = runs[i]:impacts()
  law.first_peak, law.first_time, law.first_speed = impacts[1].peak_force, impacts[1].time_in, impacts[1].speed_in
  law.found, law.apart, law.deepest = {}, 0, 0
  for _, hit in ipairs(impacts) do
    if not hit.time_out or hit.time_out > turn then
      law.found[hit.gap] = math.max(law.found[hit.gap] or 0, hit.peak_force)   -- contacts that reach into the second revolution
      law.deepest = math.max(law.deepest, hit.max_indentation)
    end
    local out = hit.time_out and degrees(hit.time_out) - 360
    if out and hit.gap == "slot.outer" and out > 60 and out < 150 then law.lifts = out end
    if hit.gap == "slot.inner" and degrees(hit.time_in) > 360 and not law.lands then law.lands = degrees(hit.time_in) - 360 end
    if out and out > 120 and out < 300 then law.apart = law.apart + 1 end
  end
  law.fits = { inner = power_law(law.law, 52*mm, "external"), outer = power_law(law.law, 68*mm, "internal") }
  local fitted = run(scotch_yoke(law.name .. ", fit", law.fits.inner, law.fits.outer), time_at(14), contact)
  law.fit_peak = fitted:impacts()[1].peak_force
  firsts[i] = run(scotch_yoke(law.name, law.inner, law.outer), impacts[1].time_out, contact)  -- ends with its first contact
end

local function check(what, got, expected, tolerance)
  if expected and math.abs(got - expected) > tolerance then error(what .. ": " .. got .. " differs from " .. expected) end
end
local signs = ideal:section{ probe = "slider.ax", direction = "both", probes = { "slider.x" }, to = turn }
check("ideal force at the outer dead point", ideal:at("pin.force", time_at(31)), 1053.40, 0.005)
check("ideal force at the inner dead point", ideal:at("pin.force", time_at(211)), 150.49, 0.005)
check("first sign change", degrees(signs[1].time), 94.55, 0.005)
check("second sign change", degrees(signs[2].time), 327.45, 0.005)
local asked = p.alpha == 0.32
for _, law in ipairs(laws) do
  check("first contact", law.first_time, 0.00077936341252, 1e-14)
  check("its speed", law.first_speed, 0.26126055740, 1e-10)
  if asked then
    check(law.name .. ": first peak", law.first_peak, law.first, 1e-4)
    check(law.name .. ": lifts", law.lifts, law.lift, 0.006)
    check(law.name .. ": lands", law.lands, law.land, 0.006)
    check(law.name .. ": outer peak", law.found["slot.outer"], law.outer_peak, 0.06)
    check(law.name .. ": inner peak", law.found["slot.inner"], law.inner_peak, 0.06)
  end
end

local rows = {}
local function row(what, of_ideal, value, format)
  if what == "  reference" and not asked then return end
  local cells = { what, of_ideal and string.format(format, of_ideal) or "" }
  for i, law in ipairs(laws) do
    local v = value(law, runs[i])
    cells[i + 2] = v and string.format(format, v) or "-"
  end
  rows[#rows + 1] = cells
end
row("outer K [N/mm^n], Table 11", nil, function(l) return l.outer[1] end, "%.0f")
row("  from the catalogue", nil, function(l) return l.fits.outer[1] end, "%.0f")
row("inner K [N/mm^n], Table 11", nil, function(l) return l.inner[1] end, "%.0f")
row("  from the catalogue", nil, function(l) return l.fits.inner[1] end, "%.0f")
row("first peak [N], Table 11", nil, function(l) return l.first_peak end, "%.4f")
row("  reference", nil, function(l) return l.first end, "%.4f")
row("  from the catalogue", nil, function(l) return l.fit_peak end, "%.4f")
row("lifts off the outer track [deg]", degrees(signs[1].time), function(l) return l.lifts end, "%.2f")
row("  reference", nil, function(l) return l.lift end, "%.2f")
row("lands on the inner track [deg]", degrees(signs[1].time), function(l) return l.lands end, "%.2f")
row("  reference", nil, function(l) return l.land end, "%.2f")
row("outer peak [N]", nil, function(l) return l.found["slot.outer"] end, "%.1f")
row("  reference", nil, function(l) return l.outer_peak end, "%.1f")
row("inner peak [N]", nil, function(l) return l.found["slot.inner"] end, "%.1f")
row("  reference", nil, function(l) return l.inner_peak end, "%.1f")
row("mean force, 30 to 80 deg [N]", mean(ideal, "pin.force", time_at(390), time_at(440)),
    function(_, of) return mean(of, "slot.outer.force", time_at(390), time_at(440)) end, "%.2f")
row("deepest [um]", nil, function(l) return l.deepest*1e6 end, "%.1f")
row("contacts that end from 120 to 300 deg", nil, function(l) return l.apart end, "%d")
row("slider: off the ideal place [mm]", nil, function(_, of) return farthest(of, turn, ideal)/mm end, "%.3f")
row("  largest speed [m/s]", ideal:peak("slider.vx", { from = turn }), function(_, of) return of:peak("slider.vx", { from = turn }) end, "%.3f")
row("  largest acceleration [m/s^2]", ideal:peak("slider.ax", { from = turn }),
    function(_, of) return of:peak("slider.ax", { from = turn }) end, "%.1f")
row("one stiffness for both tracks: error [%]", nil, function(l) return l.law and 100*one_stiffness(l.law) end, "%.2f")
local columns = { "second revolution", "ideal" }
for _, law in ipairs(laws) do columns[#columns + 1] = law.name end
jounce.print_table{ title = "scotch-yoke with clearance, alpha = " .. p.alpha .. " s/m", columns = columns, rows = rows }

-- The figures: contact force (11, 14), indentation (12, 13), the first contact and its dissipation (15), the slider (16).
-- Over the crank's angle
local function draw(name, x, y, from, to, ...)
  local of = { ... }
  of[1]:plot({ x = x, y = y, from = from, to = to, file = p.output .. "/" .. name .. ".png" }, table.unpack(of, 2))
end
for _, side in ipairs{ "outer", "inner" } do
  draw("force_" .. side, "crank.angle", "slot." .. side .. ".force", turn, nil, table.unpack(runs))
  draw("indentation_" .. side, "crank.angle", "slot." .. side .. ".indentation", turn, nil, table.unpack(runs))
end
draw("force_detail", "crank.angle", "slot.inner.force", time_at(460), time_at(540), table.unpack(runs))
draw("indentation_detail", "crank.angle", "slot.inner.indentation", time_at(460), time_at(540), table.unpack(runs))
draw("hysteresis", "slot.outer.indentation", "slot.outer.force", nil, nil, table.unpack(firsts))
for _, what in ipairs{ "x", "vx", "ax" } do
  draw("slider_" .. what, "crank.angle", "slider." .. what, turn, nil, ideal, table.unpack(runs))
end
