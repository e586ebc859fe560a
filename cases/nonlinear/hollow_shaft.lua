-- The hollow shaft of Xu et al. 2022 (Machines 10, 814) between three stops, free to move and to turn, under a load of 1000 N on each of
-- its 21 nodes. No stop and no support takes energy: only the damping of the shaft's modes does.
-- Expected: with 10 % of modal damping orbits of ten contacts a period, stable, three of which a long run of generalized_alpha from other
-- errors settles on; the branch of one of them over the frequency. With 1 % neighbouring motions separate in each period, by a factor of
-- some 75 000 at 20 Hz, 500 at 40 Hz, 25 at 60 Hz and 4 at 80 Hz: no motion settles there.
-- test: --set periods=12 --set low=59.5 --set high=60.5
local jounce = require "jounce"
local si = jounce.si
local p = jounce.parameters{ ratio = 0.1, amplitude = 1000, modes = 3, periods = 60, low = 58, high = 62, max = 0.1, step = 2e-6 }

local function shaft(f, ratio, push)
  local model = jounce.model{ name = "hollow shaft", accept = { "density" } }  -- the paper's density
  local beam = model:beam{ name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 20, theory = "timoshenko",
    section = jounce.section.tube{ outer_diameter = 190*si.mm, wall = 5*si.mm, shear_factor = 2*(1 + 0.3)/(4 + 3*0.3) },
    material = jounce.material{ E = 207*si.GPa, nu = 0.3, density = 34.41*si.g_per_cm3 } }
  model:fix{ nodes = beam.nodes, dofs = { "uy", "uz", "rx", "rz" } }
  for _, stop in ipairs{ { "top", 1 }, { "middle", 11 }, { "tail", 21 } } do
    model:gap{ name = stop[1], node = beam.nodes[stop[2]], direction = { 1, 0, 0 }, clearance = 3*si.mm, sides = "both",
               law = jounce.law.hertz{ stiffness = 1.5e11, exponent = 1.5 } }
  end
  model:damping(jounce.damping.modal{ ratio = ratio or p.ratio })
  model:load{ nodes = beam.nodes, direction = { 1, 0, 0 },
              force = jounce.signal.sine{ amplitude = p.amplitude, frequency = f, phase = math.pi/2 } }
  model:initial{ node = beam.nodes[1], velocity = { 0.3 + (push or 0), 0, 0 } }  -- which turns the shaft
  return jounce.reduce(model, { method = "craig_bampton", modes = p.modes })
end
local function period(f) return 1/f end
local function orbit_at(f)
  return jounce.orbit{ model = shaft, parameter = f, parameter_name = "f", period = period, settle = 60, probes = { "top.ux", "middle.ux" } }
end

-- Three orbits, and what a march of another method from the shaft's initial values does in its sixtieth period.
local orbits, rows = {}, {}
for _, f in ipairs{ 58, 60, 62 } do
  local orbit = orbit_at(f)
  assert(orbit.label == "(10, 1)" and orbit.stable, orbit.label)
  local run = jounce.run(shaft(f), { method = jounce.method.generalized_alpha{ spectral_radius = 0.8 }, step = p.step, duration = 60/f,
    record = { from = 59/f, probes = { "top.ux" } } })
  local expected, found = {}, {}
  for _, impact in ipairs(orbit.impacts) do expected[#expected + 1] = impact.speed_in end
  for _, impact in ipairs(run:impacts()) do if impact.time_in >= 59/f then found[#found + 1] = impact.speed_in end end
  table.sort(expected)                                                         -- a mirrored orbit has the same speeds
  table.sort(found)
  assert(#found == #expected, #found .. " contacts in a period of the march")
  local largest = 0
  for i = 1, #found do largest = math.max(largest, math.abs(found[i] - expected[i])/expected[i]) end
  assert(largest < 2e-3, "impact speeds differ by " .. largest)                 -- 7e-4 at steps of 2e-6 s
  orbits[f] = orbit
  local mu = orbit.multipliers[1]
  rows[#rows + 1] = { f, orbit.label, math.sqrt(mu.re^2 + mu.im^2), expected[#expected], largest }
end
jounce.print_table{ title = "orbits with " .. 100*p.ratio .. " % of modal damping", rows = rows,
  columns = { "f [Hz]", "label", "largest |multiplier|", "largest impact speed [m/s]", "difference of the march" } }

local branch = jounce.continue{ orbit = orbits[60], from = p.low, to = p.high, step = { first = 0.02, max = p.max } }
print(branch)
branch:csv "out/hollow_shaft_branch.csv"
branch:plot{ y = "top.ux.max", title = "hollow shaft, " .. 100*p.ratio .. " % of modal damping", file = "out/hollow_shaft_branch.svg" }

-- With 1 %: how fast two motions separate that begin 1e-9 m/s apart.
local separation = {}
for _, f in ipairs{ 20, 40, 60, 80 } do
  local function positions(push)
    local run = jounce.run(shaft(f, 0.01, push), { method = jounce.method.event_driven{ tolerance = 1e-12 }, duration = p.periods/f, step = 1/f,
      record = { probes = { "top.ux", "middle.ux", "tail.ux" } } })
    local out = {}
    for _, probe in ipairs{ "top.ux", "middle.ux", "tail.ux" } do local _, values = run:series(probe) out[#out + 1] = values end
    return out
  end
  local one, other = positions(0), positions(1e-9)
  local before, last, count
  for i = 2, #one[1] do
    local distance = 0
    for k = 1, 3 do distance = math.max(distance, math.abs(one[k][i] - other[k][i])) end
    if not before and distance > 0 then before, count = distance, 0 elseif before then last, count = distance, count + 1 end
    if distance > 1e-4 then break end                                          -- the clearance is 3e-3
  end
  separation[#separation + 1] = { f, count or 0, last and last/before or "", last and (last/before)^(1/count) or "" }
end
jounce.print_table{ title = "two motions with 1 % of modal damping, 1e-9 m/s apart at the start", rows = separation,
  columns = { "f [Hz]", "periods", "separation grows by", "in a period" } }
