-- Xu et al. 2022 (Machines 10, 814), Fig. 17: the hollow shaft with three sliders as a beam and as a shell, side by side. Both carry
-- 2100 N in total and have 1 % of modal damping; the shell is reduced to its modes and gap coordinates.
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

local beam = jounce.model{ name = "beam", accept = { "density" } }                  -- the paper's density
local line = beam:beam{
  name = "shaft", from = from, to = to, elements = p.elements, material = material,
  section = jounce.section.tube{ outer_diameter = 190*si.mm, wall = 5*si.mm },
}
beam:fix{ nodes = line.nodes, dofs = { "uy", "uz", "rx", "rz" } }
with_sliders(beam, line.nodes[1], line.nodes[p.elements//2 + 1], line.nodes[p.elements + 1], line.nodes)

local shell = jounce.model{ name = "shell", accept = { "density" } }
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

-- Peaks and impacts.
local rows = {}
for _, probe in ipairs(probes) do rows[#rows + 1] = { "peak of " .. probe, b:peak(probe), s:peak(probe) } end
for _, gap in ipairs{ "top", "middle", "tail" } do
  local of_beam, of_shell = b:impacts(gap), s:impacts(gap)
  rows[#rows + 1] = { "impacts of " .. gap, tostring(#of_beam), tostring(#of_shell) }
  rows[#rows + 1] = { "first onset of " .. gap .. " [s]", of_beam[1].time_in, of_shell[1].time_in }
  rows[#rows + 1] = { "its speed [m/s]", of_beam[1].speed_in, of_shell[1].speed_in }
end
jounce.print_table{ title = "beam and shell", columns = { "", "beam", "shell" }, rows = rows }

-- The histories side by side, every 5 ms, and their differences. The impacts drift apart in time, and with them the motions.
local along, apart = {}, {}
for _, slider in ipairs{ "top", "middle", "tail" } do
  for k = 1, math.floor(p.duration/5e-3 + 0.5) do
    local t, ux, acceleration = 5e-3*k, slider .. ".ux", slider .. ".ux_acceleration"
    along[#along + 1] = { slider, t, 1e3*b:at(ux, t), 1e3*s:at(ux, t), b:at(acceleration, t), s:at(acceleration, t) }
  end
end
jounce.print_table{ title = "motion of the sliders", columns = { "slider", "t [s]", "ux of the beam [mm]", "of the shell [mm]",
  "acceleration of the beam [m/s2]", "of the shell [m/s2]" }, rows = along }
for _, probe in ipairs(probes) do
  local times, of_beam = b:series(probe)
  local _, of_shell = s:series(probe)
  local largest, at, squares, whole = 0, 0, 0, 0
  for i, t in ipairs(times) do
    local difference = math.abs(of_beam[i] - of_shell[i])
    if difference > largest then largest, at = difference, t end
    squares, whole = squares + difference^2, whole + of_beam[i]^2
  end
  apart[#apart + 1] = { probe, largest/b:peak(probe), at, math.sqrt(squares/whole), s:peak(probe)/b:peak(probe) - 1 }
end
jounce.print_table{ title = "shell against beam", columns = { "", "largest difference / peak", "at [s]", "rms difference / rms",
  "difference of the peaks" }, rows = apart }
for _, slider in ipairs{ "top", "middle", "tail" } do
  b:plot({ probes = { slider .. ".ux", slider .. ".ux_acceleration" }, file = "out/beam_and_shell/" .. slider .. ".png" }, s)
end
