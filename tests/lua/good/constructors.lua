-- Every constructor but those of laws (called with their samples) once, and some of those: what it returns is a plain table with its kind, its family, the fields given and the defaults.
local jounce = require "jounce"

local function is(made, family, kind, fields)
  assert(type(made) == "table" and getmetatable(made) == nil)
  assert(made.family == family and made.kind == kind, kind)
  for name, value in pairs(fields) do assert(made[name] == value, kind .. "." .. name .. " is " .. tostring(made[name])) end
end

local steel = { E = 207e9, nu = 0.3, density = 7850 }
is(jounce.material{ E = 207e9, nu = 0.3, density = 7850 }, "material", "isotropic", steel)

is(jounce.section.tube{ outer_diameter = 0.19, wall = 5e-3 }, "section", "tube", { outer_diameter = 0.19, wall = 5e-3 })
is(jounce.section.circle{ diameter = 0.1 }, "section", "circle", { diameter = 0.1 })
is(jounce.section.rectangle{ width = 0.1, height = 0.2 }, "section", "rectangle", { height = 0.2 })
is(jounce.section.general{ area = 1e-2, second_moment_y = 1e-5, second_moment_z = 2e-5, torsion_constant = 3e-5, shear_factor = 0.8 },
   "section", "general", { area = 1e-2 })

local hertz = jounce.law.hertz{ stiffness = 1e9 }
is(hertz, "law", "hertz", { stiffness = 1e9, exponent = 1.5 })
is(jounce.law.hooke{ stiffness = 1e8 }, "law", "hooke", { stiffness = 1e8 })
is(jounce.law.kelvin_voigt{ stiffness = 1e8, damping = 100 }, "law", "kelvin_voigt", { damping = 100 })
is(jounce.law.hunt_crossley{ stiffness = 1e9, restitution = 0.9 }, "law", "hunt_crossley", { restitution = 0.9 })
is(jounce.law.lankarani_nikravesh{ stiffness = 1e9, restitution = 0.9 }, "law", "lankarani_nikravesh", { minimum_speed = 1e-6 })
is(jounce.law.gonthier{ stiffness = 1e9, restitution = 0.9 }, "law", "gonthier", {})
is(jounce.law.gonthier_approximate{ stiffness = 1e9, restitution = 0.9 }, "law", "gonthier_approximate", {})
is(jounce.law.flores{ elastic = hertz, restitution = 0.5 }, "law", "flores", { elastic = hertz })
-- laws with loss
is(jounce.law.herbert_mcwhannell{ stiffness = 1e9, restitution = 0.5 }, "law", "herbert_mcwhannell", { restitution = 0.5 })
is(jounce.law.lee_wang_first{ stiffness = 1e7, restitution = 0.5 }, "law", "lee_wang_first", { restitution = 0.5 })
is(jounce.law.lee_wang_second{ stiffness = 1e7, restitution = 0.5, reduced_mass = 1, epsilon = 1e-6 }, "law", "lee_wang_second", { q = 3 })
is(jounce.law.khulief_shabana{ stiffness = 1e7, restitution = 0.5 }, "law", "khulief_shabana", { restitution = 0.5 })
is(jounce.law.lankarani_nikravesh_1994{ stiffness = 1e9, restitution = 0.5 }, "law", "lankarani_nikravesh_1994", {})
is(jounce.law.tsuji{ stiffness = 1e9, restitution = 0.5, reduced_mass = 1 }, "law", "tsuji", { calibrated = false })
is(jounce.law.marhefka_orin{ stiffness = 1e9, restitution = 0.5 }, "law", "marhefka_orin", {})
is(jounce.law.marhefka_orin_simplified{ stiffness = 1e9, restitution = 0.5 }, "law", "marhefka_orin_simplified", {})
is(jounce.law.gharib_hurmuzlu_first{ stiffness = 1e9, restitution = 0.1 }, "law", "gharib_hurmuzlu_first", {})
is(jounce.law.gharib_hurmuzlu_second{ stiffness = 1e9, restitution = 0.1 }, "law", "gharib_hurmuzlu_second", {})
is(jounce.law.hu_guo{ stiffness = 1e9, restitution = 0.5 }, "law", "hu_guo", {})
is(jounce.law.tan{ stiffness = 1e9, restitution = 0.5 }, "law", "tan", {})
is(jounce.law.adams_impact{ stiffness = 1e9, damping = 1e3, depth = 1e-5 }, "law", "adams_impact", { depth = 1e-5 })
is(jounce.law.dubowsky_freudenstein_dashpot{ stiffness = 1e9, damping = 1e3 }, "law", "dubowsky_freudenstein_dashpot", {})

-- Hertz's sphere on sphere with a plane as the limit of a large second one, to the curvature neglected.
local pair = { E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
local K = jounce.stiffness.hertz_spheres{ R1 = 10e-3, R2 = 1e6, E1 = pair.E1, nu1 = pair.nu1, E2 = pair.E2, nu2 = pair.nu2 }
local flat = jounce.stiffness.hertz_sphere_plane{ R = 10e-3, E1 = pair.E1, nu1 = pair.nu1, E2 = pair.E2, nu2 = pair.nu2 }
assert(type(K) == "number" and math.abs(K/flat - 1) < 1e-8)

is(jounce.mesh.tube{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 0.1, around = 8, along = 4 }, "mesh", "tube", { around = 8 })
is(jounce.mesh.panel{ from = { 0, 0, 0 }, to = { 0, 0, 1 }, radius = 1, angle = 1, around = 8, along = 4 }, "mesh", "panel", { angle = 1 })
is(jounce.mesh.ring{ at = { 0, 0, 3 }, axis = { 0, 0, 1 }, inner_radius = 1, outer_radius = 2, around = 8, across = 4 }, "mesh", "ring", { across = 4 })
local square = jounce.mesh.plate{ corner = { 3, 0, 0 }, edge_1 = { 1, 0, 0 }, edge_2 = { 0, 1, 0 }, elements_1 = 2, elements_2 = 2 }
is(square, "mesh", "plate", { elements_2 = 2 })
is(jounce.mesh.gmsh{ file = "good/plate.msh", scale = 1e-3 }, "mesh", "gmsh", { scale = 1e-3 })
is(jounce.mesh.abaqus{ file = "good/plate.inp" }, "mesh", "abaqus", { file = "good/plate.inp" })

is(jounce.damping.rayleigh{ alpha = 1, beta = 1e-5 }, "damping", "rayleigh", { alpha = 1, beta = 1e-5 })
is(jounce.damping.rayleigh{ ratio = 0.01, frequencies = { 10, 20 } }, "damping", "rayleigh", { ratio = 0.01 })
is(jounce.damping.modal{ ratio = 0.01 }, "damping", "modal", { ratio = 0.01 })

is(jounce.signal.constant{ value = 3 }, "signal", "constant", { value = 3 })
is(jounce.signal.step{ time = 1, value = 2 }, "signal", "step", { before = 0 })
is(jounce.signal.ramp{ to_time = 1, to_value = 2 }, "signal", "ramp", { from_value = 0 })
is(jounce.signal.sine{ amplitude = 100, frequency = 10 }, "signal", "sine", { phase = 0, offset = 0 })
is(jounce.signal.sweep{ amplitude = 1, from_frequency = 1, to_frequency = 10, duration = 1 }, "signal", "sweep", { law = "linear" })
is(jounce.signal.half_sine{ amplitude = 400, duration = 0.02 }, "signal", "half_sine", { start = 0 })
is(jounce.signal.table{ times = { 0, 1, 2 }, values = { 0, 1, 0 } }, "signal", "table", {})

-- Cylinders.
local pin = jounce.geometry.cylinders{ Ri = 10e-3, Rj = 9.5e-3, contact = "internal", length = 15e-3, E1 = 207e9, nu1 = 0.3, E2 = 207e9, nu2 = 0.3 }
is(pin, "geometry", "cylinders", { Ri = 10e-3, contact = "internal" })
is(jounce.law.johnson{ geometry = pin }, "law", "johnson", { geometry = pin, beyond = "error" })
is(jounce.law.radzimovsky{ geometry = pin, width = "6.25" }, "law", "radzimovsky", { width = "6.25" })
is(jounce.law.goldsmith{ geometry = pin, beyond = "tangent" }, "law", "goldsmith", { beyond = "tangent" })
is(jounce.law.dubowsky_freudenstein{ geometry = pin }, "law", "dubowsky_freudenstein", { variant = "half_plane" })
local esdu = jounce.law.esdu_78035{ geometry = pin, variant = "printed" }
is(esdu, "law", "esdu_78035", { variant = "printed" })
is(jounce.law.pereira_2011{ geometry = pin }, "law", "pereira_2011", {})
is(jounce.law.pereira_2015{ geometry = pin }, "law", "pereira_2015", {})
is(jounce.law.lankarani_nikravesh_cylinder{ geometry = pin }, "law", "lankarani_nikravesh_cylinder", { exponent = 1.5 })
is(jounce.law.koshy_combined{ elastic = esdu, restitution = 0.7 }, "law", "koshy_combined", { reading = "force", calibrated = false, elastic = esdu })

is(jounce.law.custom{ points = { { 1e-3, 10 }, { 2e-3, 30 } } }, "law", "custom", { minimum_speed = 1e-6 })
is(jounce.law.rigid{}, "law", "rigid", { restitution = 1, minimum_speed = 1e-6 })
is(jounce.method.newmark{}, "method", "newmark", { beta = 0.25, gamma = 0.5 })
is(jounce.method.average_acceleration{}, "method", "average_acceleration", {})
is(jounce.method.linear_acceleration{}, "method", "linear_acceleration", {})
is(jounce.method.central_difference{}, "method", "central_difference", {})
is(jounce.method.generalized_alpha{}, "method", "generalized_alpha", { spectral_radius = 0.8 })
is(jounce.method.hht{ alpha = 0.1 }, "method", "hht", { alpha = 0.1 })
is(jounce.method.wbz{ alpha = 0.1 }, "method", "wbz", { alpha = 0.1 })
is(jounce.method.precise{}, "method", "precise", { contact = "explicit" })
is(jounce.method.event_driven{}, "method", "event_driven", {})
is(jounce.method.baumgarte{ alpha = 5 }, "method", "baumgarte", { alpha = 5, scheme = "runge_kutta_4" })

-- What a constructor returned may be given to it again.
is(jounce.friction.coulomb{ coefficient = 0.1 }, "friction", "coulomb", { coefficient = 0.1 })
is(jounce.friction.coulomb_regularised{ coefficient = 0.1, transition_speed = 1e-3 }, "friction", "coulomb_regularised", { coefficient = 0.1 })
is(jounce.friction.adams{ coefficient = 0.1, static_coefficient = 0.3, static_speed = 0.1, dynamic_speed = 1 }, "friction", "adams",
   { static_coefficient = 0.3 })
is(jounce.friction.threshold{ coefficient = 0.1, lower_speed = 1e-4, upper_speed = 1e-3 }, "friction", "threshold", { upper_speed = 1e-3 })
is(jounce.friction.karnopp{ coefficient = 0.1, dead_band = 1e-4 }, "friction", "karnopp", { dead_band = 1e-4 })
is(jounce.friction.lugre{ coefficient = 0.1, bristle_stiffness = 1e5 }, "friction", "lugre", { stribeck_speed = 0.001 })
is(jounce.law.hertz(hertz), "law", "hertz", { stiffness = 1e9 })

-- Mechanisms: joints, clearance joints, springs, drivers.
local function mechanism(closing)
  local model = jounce.model{ name = "mechanism" }
  local crank = model:body{ name = "crank", mass = 1, inertia = 1e-3, points = { O = { -0.05, 0 }, A = { 0.05, 0 } } }
  model:body{ name = "rod", mass = 0.2, inertia = 1e-3, points = { A = { -0.15, 0 }, C = { 0.15, 0 } } }
  model:body{ name = "slider", mass = 1, inertia = 1e-3, points = { P = { 0.1, 0 } } }
  model:revolute{ name = "O", between = { { 0, 0 }, "crank.O" } }
  model:revolute{ name = "A", between = { "crank.A", "rod.A" } }
  closing(model)
  model:link_spring{ between = { { 0.5, 0 }, "slider" }, stiffness = 10 }
  model:torsion_spring{ between = { { 0, 0 }, crank }, damping = 0.1 }
  model:drive{ joint = "O", speed = 10 }
  model:assemble{ angles = { crank = 0.3, rod = 0 } }
  model:gravity{ 0, -9.81, 0 }
  local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = 0.02, record = { probes = { "slider.x" } } })
  assert(run.summary.steps > 0)
end
mechanism(function(model)
  model:revolute{ between = { "rod.C", "slider" } }
  model:translational{ body = "slider", axis = { 1, 0 } }
end)
mechanism(function(model)
  model:revolute_clearance{ bearing = "rod.C", journal = "slider", bearing_radius = 11e-3, journal_radius = 10e-3, law = hertz }
  model:translational_clearance{ body = "slider", length = 0.08, height = 0.05, clearance = 5e-4, law = hertz }
end)
mechanism(function(model)
  model:fixed{ between = { "rod.C", "slider" } }
  model:point_on_curve{ point = "slider.P", axis = { 1, 0 } }
end)
mechanism(function(model)
  model:fixed{ between = { "rod.C", "slider" } }
  model:slot{ pin = "slider.P", from = { 0, 0 }, to = { 1, 0 }, width = 0.021, pin_radius = 0.01, law = hertz }
end)

do
  local model = jounce.model{ name = "flexible" }
  model:flexible_body{ name = "rod", length = 0.3, section = jounce.section.circle{ diameter = 0.01 }, material = jounce.material(steel),
                       points = { A = 0, C = 0.3 }, modes = 1, damping_ratio = 0.02 }
  model:revolute{ name = "A", between = { { 0, 0 }, "rod.A" } }
  model:gravity{ 0, -9.81, 0 }
  local run = jounce.run(model, { method = jounce.method.event_driven{}, step = 1e-3, duration = 2e-3,
                                  record = { probes = { "rod.C.y", "rod.C.vangle", "rod.angle", "rod.mode[1]", "A.force" } } })
  assert(run:at("rod.C.y", 2e-3) < 0 and run:at("rod.angle", 2e-3) < 0)
end

-- Every entry of a model.
local model = jounce.model{ name = "everything" }
local shaft = model:beam{
  name = "shaft", from = { 0, 0, 0 }, to = { 0, 0, 1 }, elements = 4, theory = "timoshenko",
  section = jounce.section.tube{ outer_diameter = 0.19, wall = 5e-3 }, material = jounce.material(steel),
}
local base = model:node{ name = "base", at = { 0, 0, -0.1 } }
model:point{ name = "disc", node = shaft.nodes[3], mass = 5 }
model:rigid{ from = shaft.nodes[1], to = base }
model:spring{ from = "shaft[2]", direction = { 1, 0, 0 }, stiffness = 1e6 }
model:damper{ from = shaft.nodes[2], direction = { 1, 0, 0 }, damping = 10 }
local head = model:point{ name = "head", at = { 0, 0, 2 }, mass = 1, free = { "ux", "uy" } }
model:spring{ from = head, direction = { 1, 1, 0 }, stiffness = 1e6 }
model:spring{ from = head, direction = { 1, -1, 0 }, stiffness = 1e6 }
local twin = model:point{ name = "twin", at = { 0, 0, 2 }, mass = 1 }
model:tie{ nodes = { head, twin } }
model:fix{ nodes = { shaft.nodes[1] }, dofs = { "ux", "uy", "uz", "rx", "ry", "rz" } }
model:prescribe{ nodes = { shaft.nodes[5] }, dof = "uy", motion = jounce.signal.sine{ amplitude = 1e-5, frequency = 10 } }
local stop = model:gap{ name = "stop", node = "shaft[3]", direction = { 1, 0, 0 }, clearance = 1e-3, law = hertz }
model:circular_gap{ name = "ring", node = head, axis = { 0, 0, 1 }, clearance = 1e-3, law = hertz }
model:friction{ node = head, direction = { 1, 0, 0 }, normal_force = 5, friction = jounce.friction.coulomb_regularised{
  coefficient = 0.1, transition_speed = 1e-2 } }
model:load{ nodes = shaft.nodes, direction = { 1, 0, 0 }, force = 10 }
model:distributed_load{ beam = shaft, direction = { 1, 0, 0 }, force_per_length = function(t) return 100*t end }
local panel = model:shell{ name = "panel", mesh = square, thickness = 0.01, material = jounce.material(steel) }
model:pressure{ shell = panel, pressure = 10 }
local edge = model:coupling{ name = "edge", nodes = panel:set "edge 1", kind = "rigid" }
model:fix{ node = edge }
model:gravity{ 0, 0, -9.81 }
model:damping(jounce.damping.rayleigh{ alpha = 1, beta = 1e-6 })
model:initial{ node = "disc", velocity = { 0.1, 0, 0 } }
model:base_motion{ direction = { 1, 0, 0 }, acceleration = jounce.signal.half_sine{ amplitude = 10, duration = 1e-3 } }
local run = jounce.run(model, { step = 1e-5, duration = 1e-3, record = { probes = { stop .. ".force", "head.ux" } } })
assert(run.summary.steps == 100)
