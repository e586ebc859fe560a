-- Errors of the four reduction methods, by the number of modes, on the hollow shaft with three gaps (Xu et al. 2022) in 200 elements:
-- of the sixth elastic frequency, of the static gap compliance (inertia relief), and of the motion of slider ends and middle
-- over 0.15 s with impacts, relative to its peak, compared with the same run of the full model.
-- Expected at 60 modes: motion within 1e-4 (Craig-Bampton), 1e-5 (free interface); gap compliance exact except for truncation.
local jounce = require "jounce"

local p = jounce.parameters{ elements = 200, duration = 0.15, step = 1e-5 }

local model = jounce.model{ name = "hollow shaft", accept = { "density" } }  -- the paper's density
local shaft = model:beam{
  name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = p.elements, theory = "timoshenko",
  section  = jounce.section.tube{ outer_diameter = 0.19, wall = 5e-3, shear_factor = 2*1.3/4.9 },
  material = jounce.material{ E = 207e9, nu = 0.3, density = 34410 },
}
model:fix{ nodes = shaft.nodes, dofs = { "uy", "uz", "rx", "rz" } }
for _, place in ipairs{ { "top", 1 }, { "middle", p.elements//2 + 1 }, { "tail", p.elements + 1 } } do
  model:gap{ name = place[1], node = shaft.nodes[place[2]], direction = { 1, 0, 0 }, clearance = 3e-3, sides = "both",
             law = jounce.law.hertz{ stiffness = 1.5e11 } }
end
model:damping(jounce.damping.rayleigh{ alpha = 41.1128299390904792, beta = 2.09962455242250933e-6 })
model:load{ nodes = shaft.nodes, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 2100/(p.elements + 1), frequency = 10 } }

local probes = { "top.ux", "middle.ux" }
local function march(what)
  return jounce.run(what, { method = jounce.method.newmark{}, step = p.step, duration = p.duration, record = { every = 10, probes = probes } })
end
local reference = march(model)
local function difference(run)
  local worst, peak = 0, 0
  for _, probe in ipairs(probes) do
    local times, x = run:series(probe)
    local _, y = reference:series(probe)
    for i = 1, #times do worst = math.max(worst, math.abs(x[i] - y[i])) end
    peak = math.max(peak, reference:peak(probe))
  end
  return worst/peak
end

-- Sixth elastic mode: 3.5 kHz. Static condensation keeps the sliders and every tenth node, as its coordinates are nodes.
local function row(label, settings)
  local reduced = jounce.reduce(model, settings)
  local report, run = reduced.report, march(reduced)
  return { label, settings.modes or 0, reduced.size, report.frequencies[math.min(6, #report.frequencies)].error,
           report.largest_gap_error, difference(run), run.summary.nanoseconds_per_step }
end
local rows, last = {}, {}
local function add(r)
  rows[#rows + 1] = r
  last[r[1]] = r
end
for _, method in ipairs{ "craig_bampton", "free_interface" } do
  for _, modes in ipairs{ 6, 10, 20, 40, 60 } do add(row(method, { method = method, modes = modes })) end
end
for _, modes in ipairs{ 6, 10, 20, 40, 60 } do
  add(row("truncation", { method = "modal", modes = modes, correction = false }))  -- with correction it is free_interface
end
add(row("guyan", { method = "guyan" }))
local kept = {}
for i = 1, p.elements + 1, 10 do kept[#kept + 1] = shaft.nodes[i] end
add(row("guyan, 21 nodes", { method = "guyan", keep = kept }))

jounce.print_table{ title = "reduction of " .. 2*(p.elements + 1) .. " coordinates",
  columns = { "method", "modes", "size", "frequency 6", "gap compliance", "motion", "ns a step" }, rows = rows }
print(jounce.reduce(model, { method = "craig_bampton", modes = 60 }).report)

assert(last.craig_bampton[6] < 1e-4 and last.free_interface[6] < 1e-5)
assert(last.craig_bampton[5] < 1e-9 and last.free_interface[5] < 1e-9)
assert(last.truncation[5] > 1e-6 and last.truncation[6] > last.free_interface[6])
