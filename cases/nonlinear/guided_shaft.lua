-- The hollow shaft of Xu et al. 2022 (Machines 10, 814) between three stops, 1 % of modal damping, under the paper's load of 100 N on
-- each of its 21 nodes. Its middle is guided: it moves, but does not turn. The main orbit strikes each of the six sides once a period.
-- No run settles on it from rest; with 10 % of damping and 300 N one does, and from there the orbit is followed to 1 % and 100 N.
-- Expected: at 36.7, 40.2 and 66.48 Hz a stable orbit (6, 1), on which newmark stays, with differences of second order in its step; the
-- last one is stable between a branch point at 66.4008578 Hz and a Neimark-Sacker point at 66.5478747 Hz, and beside them unstable.
-- The same at 27.3, 35.5 and 42.43 Hz under 300 N, on the branch from 20 to 90 Hz that --set whole=1 follows in about half an hour;
-- --resume continues it.
-- test: --set low=20 --set high=90 --set max=0.05 --set points=10 --set periods=20
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ ratio = 0.01, amplitude = 100, low = 66.3, high = 66.7, max = 0.1, points = 10000, periods = 100, step = 2e-6,
                             whole = 0, whole_amplitude = 300 }
local half_clearance = 3*si.mm

--- The shaft at a frequency f. \param start frequency for its initial velocities: those of one branch are the same, so that its models
--- differ in their loads alone
local function shaft(f, start, amplitude, ratio)
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
  model:damping(jounce.damping.modal{ ratio = ratio })
  model:load{ nodes = beam.nodes, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = amplitude, frequency = f } }
  -- From stop to stop in half a period.
  for _, node in ipairs(beam.nodes) do model:initial{ node = node, velocity = { 4*half_clearance*start, 0, 0 } } end
  -- Modes with fixed gap coordinates come in pairs, one of each half. An odd number of them would make the halves unequal.
  return jounce.reduce(model, { method = "craig_bampton", modes = 4 })
end
local function period(f) return 1/f end
local function modulus(mu) return math.sqrt(mu.re^2 + mu.im^2) end

--- The main orbit at a frequency f under a load, from the one with 10 % of damping under 300 N: s = 0 there, s = 1 at the end.
local function orbit_at(f, amplitude)
  local from = { amplitude = 300, ratio = 0.1 }
  local function between(s) return shaft(f, f, from.amplitude*(amplitude/from.amplitude)^s, from.ratio*(p.ratio/from.ratio)^s) end
  local settled = jounce.orbit{ model = between, parameter = 0, parameter_name = "s", period = 1/f, settle = 150,
                                probes = { "top.ux", "middle.ux" } }
  assert(settled.label == "(6, 1)" and settled.stable, settled.label)
  local path = jounce.continue{ orbit = settled, from = 0, to = 1, step = { max = 0.5 }, detect = { "fold" } }
  assert(path[#path].parameter == 1, "the orbit with less damping and load ends at s = " .. path[#path].parameter)
  return jounce.orbit{ model = function(other) return shaft(other, f, amplitude, p.ratio) end, parameter = f, parameter_name = "f",
                       period = period, guess = path[#path], probes = { "top.ux", "middle.ux" } }
end

--- Impact speeds from a time on, in the order of size.
local function speeds(impacts, from)
  local out = {}
  for _, impact in ipairs(impacts) do if impact.time_in >= from then out[#out + 1] = impact.speed_in end end
  table.sort(out)
  return out
end
--- Largest relative difference of impact speeds between an orbit and the last of `periods` periods of newmark, begun on the orbit: an
--- unstable one is left long before.
local function difference(orbit, f, amplitude, step)
  local run = jounce.run(shaft(f, f, amplitude, p.ratio), { initial = orbit:state(), step = step, duration = p.periods/f,
    method = jounce.method.newmark{ beta = 1/4, gamma = 1/2 }, record = { from = (p.periods - 1)/f, probes = { "top.ux" } } })
  local expected, found = speeds(orbit.impacts, 0), speeds(run:impacts(), (p.periods - 1)/f)
  assert(#found == #expected, #found .. " contacts in a period of newmark")
  local out = 0
  for i, speed in ipairs(found) do out = math.max(out, math.abs(speed/expected[i] - 1)) end
  return out
end

local orbits, rows = {}, {}
for _, place in ipairs{ { 36.7, p.amplitude }, { 40.2, p.amplitude }, { 66.48, p.amplitude },
                        { 27.3, p.whole_amplitude }, { 35.5, p.whole_amplitude }, { 42.43, p.whole_amplitude } } do
  local f, amplitude = table.unpack(place)
  local orbit = orbit_at(f, amplitude)
  assert(orbit.label == "(6, 1)" and orbit.stable, orbit.label)
  local coarse, fine = difference(orbit, f, amplitude, p.step), difference(orbit, f, amplitude, p.step/2)
  assert(fine < 2e-3 and fine < 0.4*coarse, "impact speeds at " .. f .. " Hz differ by " .. coarse .. " and " .. fine)
  orbits[f] = orbit
  rows[#rows + 1] = { f, amplitude, orbit.label, modulus(orbit.multipliers[1]), orbit.smallest_impact_speed, coarse, fine }
end
jounce.print_table{ title = "orbits of the guided shaft with " .. 100*p.ratio .. " % of modal damping", rows = rows,
  columns = { "f [Hz]", "load [N]", "label", "largest |multiplier|", "slowest contact [m/s]", "newmark at " .. p.step .. " s", "at half the step" } }

--- Hertz's force is smooth: multipliers do not jump, and one of them is 1 at a fold and where branches cross.
local function check_special(branch)
  for _, point in ipairs(branch.special) do
    assert(point.kind ~= "jump of multipliers" and not point.why, point.why)
    if point.kind == "fold" or point.kind == "branch_point" then
      local nearest = math.huge
      for _, mu in ipairs(point.multipliers) do nearest = math.min(nearest, modulus{ re = mu.re - 1, im = mu.im }) end
      assert(nearest < 1e-5, "no multiplier is 1 at " .. point.parameter .. ": " .. nearest)
    end
  end
end

local branch = jounce.continue{ orbit = orbits[66.48], from = p.low, to = p.high, step = { max = p.max }, points = p.points }
print(branch)
for _, ending in ipairs(branch.ends) do assert(ending.reason == "range" or ending.reason == "points", ending.why or ending.reason) end
check_special(branch)
-- The orbit is stable between both.
if p.ratio == 0.01 and p.amplitude == 100 and p.low == 66.3 and p.high == 66.7 then
  for i, known in ipairs{ { "branch_point", 66.4008578 }, { "neimark_sacker", 66.5478747 } } do
    local found = branch.special[i]
    assert(found and found.kind == known[1] and math.abs(found.parameter - known[2]) < 1e-6, known[1] .. " at " .. known[2] .. " Hz")
  end
end
branch:csv "out/guided_shaft_branch.csv"
branch:plot{ y = "top.ux.max", title = "guided shaft, " .. 100*p.ratio .. " % of modal damping", file = "out/guided_shaft_branch.svg" }

if p.whole == 1 then
  local whole = jounce.continue{ orbit = orbit_at(65.5, p.whole_amplitude), from = 20, to = 90, step = { max = 0.4 }, points = p.points,
                                 output = "out/guided_shaft_whole" }
  print(whole)
  whole:plot{ y = "largest_impact_speed", title = "guided shaft under " .. p.whole_amplitude .. " N, " .. 100*p.ratio .. " % of modal damping",
              file = "out/guided_shaft_whole.svg" }
end
