-- Xu et al. 2022 (Machines 10, 814), Fig. 17: the hollow shaft with three sliders as a beam and as a shell, side by side. Both carry
-- 2100 N in all and have 1 % of modal damping; the shell is reduced to its modes and gap coordinates.
local jounce = require "jounce"
local si = jounce.si

local p = jounce.parameters{ elements = 20, around = 42, along = 60, modes = 60, duration = 0.1, step = 1e-5 }

local material = jounce.material{ E = 207*si.GPa, nu = 0.3, density = 34.41*si.g_per_cm3 }
local stop = jounce.law.hertz{ stiffness = 1.5e11, exponent = 1.5 }
local from, to = { 0, 0, 0 }, { 0, 0, 1000*si.mm }

--- Gaps at the three sliders, damping and load: the same for both.
local function with_sliders(model, top, middle, tail, loaded)
  for _, slider in ipairs{ { "top", top }, { "middle", middle }, { "tail", tail } } do
    model:gap{ name = slider[1], node = slider[2], direction = { 1, 0, 0 }, clearance = 3*si.mm, sides = "both", law = stop }
  end
  model:damping(jounce.damping.modal{ ratio = 0.01 })
  model:load{ nodes = loaded, direction = { 1, 0, 0 }, force = jounce.signal.sine{ amplitude = 2100/#loaded, frequency = 10 } }
  return model
end

local beam = jounce.model{ name = "beam" }
local line = beam:beam{
  name = "shaft", from = from, to = to, elements = p.elements, material = material,
  section = jounce.section.tube{ outer_diameter = 190*si.mm, wall = 5*si.mm },
}
beam:fix{ nodes = line.nodes, dofs = { "uy", "uz", "rx", "rz" } }
with_sliders(beam, line.nodes[1], line.nodes[p.elements//2 + 1], line.nodes[p.elements + 1], line.nodes)

local shell = jounce.model{ name = "shell" }
local tube = shell:shell{
  name = "shaft", thickness = 5*si.mm, material = material,
  mesh = jounce.mesh.tube{ from = from, to = to, radius = 92.5*si.mm, around = p.around, along = p.along },
}
local sliders = {}
for i, ring in ipairs{ 1, p.along//2 + 1, p.along + 1 } do
  sliders[i] = shell:coupling{ name = "slider " .. i, nodes = tube:ring(ring), kind = "distributing" }
  shell:fix{ nodes = { sliders[i] }, dofs = { "uy", "uz" } }
end
with_sliders(shell, sliders[1], sliders[2], sliders[3], tube.nodes)
local reduced = jounce.reduce(shell, { method = "craig_bampton", modes = p.modes })
print(reduced.report)

local probes = { "top.ux", "middle.ux", "tail.ux", "top.ux_acceleration", "middle.ux_acceleration", "tail.ux_acceleration" }
local function run(model, name)
  return jounce.run(model, {
    method = jounce.method.newmark{}, step = p.step, duration = p.duration,
    record = { every = 10, probes = probes }, output = "out/beam_and_shell/" .. name,
  })
end
local b, s = run(beam, "beam"), run(reduced, "shell")

local rows = {}
for _, probe in ipairs(probes) do rows[#rows + 1] = { "peak of " .. probe, b:peak(probe), s:peak(probe) } end
for _, gap in ipairs{ "top", "middle", "tail" } do
  local of_beam, of_shell = b:impacts(gap), s:impacts(gap)
  rows[#rows + 1] = { "impacts of " .. gap, tostring(#of_beam), tostring(#of_shell) }
  rows[#rows + 1] = { "first onset of " .. gap .. " [s]", of_beam[1].time_in, of_shell[1].time_in }
  rows[#rows + 1] = { "its speed [m/s]", of_beam[1].speed_in, of_shell[1].speed_in }
end
jounce.print_table{ title = "beam and shell", columns = { "", "beam", "shell" }, rows = rows }
b:plot({ probes = { "top.ux", "middle.ux_acceleration" }, file = "out/beam_and_shell/top_and_middle.png" }, s)
