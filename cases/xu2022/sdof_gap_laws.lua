-- The mass between walls of Xu et al. 2022 (Machines 10, 814, doi:10.3390/machines10090814, section 2.3, Fig. 5) under the paper's
-- five contact laws: displacements, velocities and contact forces at restitution 0.9 and 0.5 (Figs. 6 to 13 redrawn).
-- 100 kg, walls at 5 mm on either side, initial speed 8 m/s, 0.02 s. The paper does not give the spring, the damper and the contact stiffness;
-- "about 6 mm" fits K = 1.5e11 N/m^1.5, used with 1e6 N/m and 200 N s/m, and with the impact speed of each onset.
-- Expected (128-bit event-driven integration): Lankarani-Nikravesh at 0.9 has eight impacts, onsets in the table below,
-- and is at 4.3604154202838e-3 m and 3.7409485333744 m/s at the end; Hertz has twelve impacts with a maximum of 6.2221242316428e-3 m in
-- the third; Flores at 0.5 has three, the last at 0.00993325712254382 s with 1.7475216592357 m/s. Hertz's law, without dissipation, has
-- the largest indentation (as in Figs. 8 to 13 of the paper); at 0.5 Flores and the approximate Gonthier law deliver a restitution near the
-- prescribed one (0.47 and 0.49), Hunt-Crossley and Lankarani-Nikravesh 0.66 and 0.73.
local jounce = require "jounce"

local p = jounce.parameters{ output = "sdof_gap_laws" }       -- folder; "" draws nothing

local names = { "hertz", "hunt_crossley", "lankarani_nikravesh", "gonthier_approximate", "flores" }

-- One mass for each law, side by side in one model: the curves then share a picture.
local function five_masses(restitution)
  local model = jounce.model{ name = "five laws, restitution " .. restitution }
  for i, name in ipairs(names) do
    local fields = { stiffness = 1.5e11, exponent = 1.5 }
    if name ~= "hertz" then fields.restitution = restitution end
    model:point{ name = name, at = { 0, i, 0 }, mass = 100, free = { "ux" } }
    model:spring{ from = name, direction = { 1, 0, 0 }, stiffness = 1e6, damping = 200 }
    model:gap{ name = name .. " walls", node = name, direction = { 1, 0, 0 }, clearance = 5e-3, sides = "both", law = jounce.law[name](fields) }
    model:initial{ node = name, velocity = { 8, 0, 0 } }
  end
  local probes = {}
  for _, quantity in ipairs{ ".ux", ".ux_velocity", " walls.force", " walls.indentation" } do
    for _, name in ipairs(names) do probes[#probes + 1] = name .. quantity end
  end
  return jounce.run(model, {
    method = jounce.method.event_driven{ tolerance = 1e-12 }, step = 2e-5, duration = 0.02,
    record = { probes = probes }, output = p.output ~= "" and p.output .. "/restitution_" .. restitution or nil,
  })
end

local function draw(run, quantity, file)
  if p.output == "" then return end
  local probes = {}
  for i, name in ipairs(names) do probes[i] = name .. quantity end
  for _, kind in ipairs{ ".svg", ".png" } do run:plot{ probes = probes, file = run.folder .. "/" .. file .. kind } end
end

local runs = {}
for _, restitution in ipairs{ 0.9, 0.5 } do
  local run = five_masses(restitution)
  runs[restitution] = run
  local rows, summary = {}, {}
  for _, name in ipairs(names) do
    local impacts = run:impacts(name .. " walls")
    local deepest, delivered = 0, 0
    for i, hit in ipairs(impacts) do
      deepest = math.max(deepest, hit.max_indentation)
      rows[#rows + 1] = { i == 1 and name or "", i, hit.side, hit.time_in, hit.speed_in, hit.time_out or "in contact", hit.speed_out or "",
                          hit.max_indentation, hit.peak_force, hit.restitution_delivered or "" }
      delivered = hit.restitution_delivered and math.max(delivered, hit.restitution_delivered) or delivered
    end
    summary[#summary + 1] = { name, #impacts, deepest, delivered, run:at(name .. ".ux", 0.02), run:at(name .. ".ux_velocity", 0.02) }
  end
  jounce.print_table{ title = "impacts at restitution " .. restitution, rows = rows,
    columns = { "law", "number", "side", "onset [s]", "speed in [m/s]", "release [s]", "speed out [m/s]", "indentation [m]", "force [N]", "restitution" } }
  jounce.print_table{ title = "laws at restitution " .. restitution, rows = summary,
    columns = { "law", "impacts", "max indentation [m]", "largest restitution", "x(0.02 s) [m]", "v(0.02 s) [m/s]" } }
  draw(run, ".ux", "displacement")
  draw(run, ".ux_velocity", "velocity")
  draw(run, " walls.force", "force")
end

local function close(got, expected, tolerance, what)
  assert(math.abs(got/expected - 1) <= tolerance, what .. ": " .. got .. " differs from " .. expected)
end

local onsets = { 0.000625799591089085, 0.00245715928987348, 0.00443195663741531, 0.00656393266483441, 0.00886825104436854,
                 0.0113616530685992, 0.0140626295257280, 0.0169916108713767 }
local speeds = { 7.9743466373789, 7.2601560659149, 6.6082451633738, 6.0131883790912, 5.4700321910797, 4.9742539714867, 4.5217244145658,
                 4.1086732136773 }
local hits = runs[0.9]:impacts "lankarani_nikravesh walls"
assert(#hits == #onsets, "Lankarani-Nikravesh has " .. #hits .. " impacts")
for i, hit in ipairs(hits) do
  close(hit.time_in, onsets[i], 1e-9, "onset " .. i)
  close(hit.speed_in, speeds[i], 1e-9, "speed " .. i)
end
close(runs[0.9]:at("lankarani_nikravesh.ux", 0.02), 4.3604154202838e-3, 1e-8, "last displacement")
close(runs[0.9]:at("lankarani_nikravesh.ux_velocity", 0.02), 3.7409485333744, 1e-8, "last velocity")
local elastic = runs[0.9]:impacts "hertz walls"
assert(#elastic == 12, "Hertz has " .. #elastic .. " impacts")
close(elastic[3].max_indentation, 6.2221242316428e-3 - 5e-3, 1e-8, "third turn of Hertz's law")
local soft = runs[0.5]:impacts "flores walls"
assert(#soft == 3, "Flores has " .. #soft .. " impacts at 0.5")
close(soft[3].time_in, 0.00993325712254382, 1e-9, "last onset of Flores")
close(soft[3].speed_in, 1.7475216592357, 1e-9, "last speed of Flores")
