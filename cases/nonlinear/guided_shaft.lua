-- The hollow shaft of Xu et al. 2022 (Machines 10, 814) between three stops, 1 % of modal damping, under the paper's load of 100 N on
-- each of its 21 nodes. Its middle is guided: it moves, but does not turn. The main orbit strikes each of the six sides once a period.
-- Expected: an orbit (6, 1) that newmark settles on at 30.16, 32.28 and 68 Hz, with differences of second order in its step; its
-- branch over the frequency, unstable for the most part.
-- --set whole=1 follows it from nine orbits between 20 and 90 Hz, which takes hours, and draws all of it.
-- test: --set low=20 --set high=90 --set max=0.05 --set points=10
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ ratio = 0.01, amplitude = 100, low = 32, high = 32.9, max = 0.1, points = 10000, periods = 100, step = 2e-6, whole = 0 }
local half_clearance = 3*si.mm

--- The shaft at a frequency f. \param start frequency for its initial velocities: those of one branch are the same, so that its models
--- differ in their loads alone
local function shaft(f, start)
  local model = jounce.model{ name = "guided shaft", accept = { "density" } }  -- the paper's density
  local beam = model:beam{ name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 20, theory = "timoshenko",
    section = jounce.section.tube{ outer_diameter = 190*si.mm, wall = 5*si.mm, shear_factor = 2*(1 + 0.3)/(4 + 3*0.3) },
    material = jounce.material{ E = 207*si.GPa, nu = 0.3, density = 34.41*si.g_per_cm3 } }
  model:fix{ nodes = beam.nodes, dofs = { "uy", "uz", "rx", "rz" } }
  model:fix{ node = beam.nodes[11], dofs = { "ry" } }
  for _, stop in ipairs{ { "top", 1 }, { "middle", 11 }, { "tail", 21 } } do
    model:gap{ name = stop[1], node = beam.nodes[stop[2]], direction = { 1, 0, 0 }, clearance = half_clearance, sides = "both",
               law = jounce.law.hertz{ stiffness = 1.5e11, exponent = 1.5 } }
  end
  model:damping(jounce.damping.modal{ ratio = p.ratio })
  model:load{ nodes = beam.nodes, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = p.amplitude, frequency = f } }
  -- From stop to stop in half a period.
  for _, node in ipairs(beam.nodes) do model:initial{ node = node, velocity = { 4*half_clearance*start, 0, 0 } } end
  return jounce.reduce(model, { method = "craig_bampton", modes = 3 })
end
local function period(f) return 1/f end
local function orbit_at(f)
  return jounce.orbit{ model = function(other) return shaft(other, f) end, parameter = f, parameter_name = "f", period = period, settle = 150,
                       probes = { "top.ux", "middle.ux" } }
end
local function modulus(mu) return math.sqrt(mu.re^2 + mu.im^2) end

--- Impact speeds from a time on. A mirrored orbit has the same ones.
local function speeds(impacts, from)
  local out = {}
  for _, impact in ipairs(impacts) do if impact.time_in >= from then out[#out + 1] = impact.speed_in end end
  table.sort(out)
  return out
end
--- Largest relative difference of impact speeds between an orbit and the last of `periods` periods of newmark from the shaft's own
--- initial values.
local function difference(orbit, f, step)
  local run = jounce.run(shaft(f, f), { method = jounce.method.newmark{ beta = 1/4, gamma = 1/2 }, step = step, duration = p.periods/f,
                                      record = { from = (p.periods - 1)/f, probes = { "top.ux" } } })
  local expected, found = speeds(orbit.impacts, 0), speeds(run:impacts(), (p.periods - 1)/f)
  assert(#found == #expected, #found .. " contacts in a period of newmark")
  local out = 0
  for i, speed in ipairs(found) do out = math.max(out, math.abs(speed/expected[i] - 1)) end
  return out
end

local orbits, rows = {}, {}
for _, f in ipairs{ 30.16, 32.28, 68 } do
  local orbit = orbit_at(f)
  assert(orbit.label == "(6, 1)" and orbit.stable, orbit.label)
  local coarse, fine = difference(orbit, f, p.step), difference(orbit, f, p.step/2)
  assert(fine < 2e-3 and fine < 0.4*coarse, "impact speeds at " .. f .. " Hz differ by " .. coarse .. " and " .. fine)
  orbits[f] = orbit
  rows[#rows + 1] = { f, orbit.label, modulus(orbit.multipliers[1]), orbit.smallest_impact_speed, coarse, fine }
end
jounce.print_table{ title = "orbits of the guided shaft with " .. 100*p.ratio .. " % of modal damping", rows = rows,
  columns = { "f [Hz]", "label", "largest |multiplier|", "slowest contact [m/s]", "newmark at " .. p.step .. " s", "at half the step" } }

local branch = jounce.continue{ orbit = orbits[32.28], from = p.low, to = p.high, step = { max = p.max }, points = p.points }
print(branch)
for _, ending in ipairs(branch.ends) do assert(ending.reason == "range" or ending.reason == "points", ending.why or ending.reason) end
local crossings = 0
-- Hertz's force is smooth: multipliers do not jump, and one of them is 1 at a fold and where branches cross.
for _, point in ipairs(branch.special) do
  assert(point.kind ~= "jump of multipliers" and not point.why, point.why)
  if point.kind == "fold" or point.kind == "branch_point" then
    local nearest = math.huge
    for _, mu in ipairs(point.multipliers) do nearest = math.min(nearest, modulus{ re = mu.re - 1, im = mu.im }) end
    assert(nearest < 1e-5, "no multiplier is 1 at " .. point.parameter .. ": " .. nearest)
    if point.kind == "branch_point" and math.abs(point.parameter - 32.3284013042) < 1e-7 then crossings = crossings + 1 end
  end
end
assert(crossings == 1 or p.ratio ~= 0.01 or p.amplitude ~= 100 or p.low > 32.3 or p.high < 32.4, "branch point at 32.3284013042 Hz: " .. crossings)
branch:csv "out/guided_shaft_branch.csv"
branch:plot{ y = "top.ux.max", title = "guided shaft, " .. 100*p.ratio .. " % of modal damping", file = "out/guided_shaft_branch.svg" }

-- All of it, { frequency of an orbit, lowest, highest }: each piece from one orbit, as far as it leads within its range. The ranges overlap, so
-- that the pieces can be computed beside each other; the orbits at 43, 61 and 76 Hz are unstable, found from a motion that does not settle.
if p.whole == 1 then
  local pieces, table_rows = {}, {}
  for i, piece in ipairs{ { 22, 20, 24.6 }, { 25, 24.2, 29.2 }, { 29, 27.7, 38 }, { 37, 36.9, 39.1 }, { 43, 38.9, 55 },
                            { 54, 53.9, 62.2 }, { 61, 60.9, 65 }, { 68, 65, 90 }, { 76, 75, 90 } } do
    local at, from, to = table.unpack(piece)
    local part = jounce.continue{ orbit = orbit_at(at), from = from, to = to, step = { max = 0.4 }, points = p.points }
    part:csv("out/guided_shaft_" .. i .. ".csv")
    print(part)
    local lowest, highest, stable, count = math.huge, -math.huge, 0, {}
    for _, point in ipairs(part) do
      lowest, highest = math.min(lowest, point.parameter), math.max(highest, point.parameter)
      if point.stable == true then stable = stable + 1 end
    end
    for _, point in ipairs(part.special) do count[point.kind] = (count[point.kind] or 0) + 1 end
    table_rows[i] = { at, lowest, highest, #part, stable, count.fold or 0, count.branch_point or 0, count.neimark_sacker or 0, count.grazing or 0 }
    pieces[i] = part
  end
  jounce.print_table{ title = "pieces of the branch", rows = table_rows,
    columns = { "from [Hz]", "lowest f", "highest f", "points", "stable", "folds", "branch points", "Neimark-Sacker", "grazings" } }
  pieces[1]:plot({ y = "largest_impact_speed", title = "guided shaft, " .. 100*p.ratio .. " % of modal damping", file = "out/guided_shaft_whole.svg" },
    table.unpack(pieces, 2))
end
