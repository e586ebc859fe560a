-- The mass between walls of Xu et al. 2022 (Machines 10, 814, doi:10.3390/machines10090814), section 3.1, with the stiffness, damping
-- and contact stiffness that the paper does not give (k0 = 1e6 N/m, c0 = 200 N s/m, K = 1.5e11 N/m^1.5): every impact by event_driven.
-- Expected: the values below, from closed-form flights and 32- to 45-digit integration in contact; onsets and releases to 1e-14 s, speeds
-- to 1e-11 m/s. Hertz: twelve impacts; Flores with e = 0.5: three.
local jounce = require "jounce"

local p = jounce.parameters{ tolerance = 1e-12 }

local expected = {                                            -- onset [s], speed [m/s], largest |x| [m], release [s], speed [m/s]
  { 0.000625799591089085, 7.9743466373789, 0.0061848040339525, 0.00108383760773227, 7.2801875687542 },
  { 0.00245715928987348,  7.2601560659149, 0.0060990217493345, 0.00292385013788675, 6.6282831706128 },
  { 0.00443195663741531,  6.6082451633738, 0.0060192313892422, 0.00490748512604218, 6.0332342562032 },
  { 0.00656393266483441,  6.0131883790912, 0.0059450107212787, 0.00704848995594071, 5.4900875972204 },
  { 0.00886825104436854,  5.4700321910797, 0.0058759670891201, 0.00936203513367990, 4.9943209248563 },
  { 0.0113616530685992,   4.9742539714867, 0.0058117353211719, 0.0118648693266655,  4.5418053730053 },
  { 0.0140626295257280,   4.5217244145658, 0.0057519757824703, 0.0145754913084830,  4.1287711742649 },
  { 0.0169916108713767,   4.1086732136773, 0.0056963725588712, 0.0175143402123417,  3.7517763225015 },
}
local clearance <const> = 5e-3

local function swing(law)
  local model = jounce.model{ name = "mass between walls" }
  model:point{ name = "block", at = { 0, 0, 0 }, mass = 100, free = { "ux" } }
  model:spring{ from = "block", direction = { 1, 0, 0 }, stiffness = 1e6, damping = 200 }
  model:gap{ name = "walls", node = "block", direction = { 1, 0, 0 }, clearance = clearance, sides = "both", law = law }
  model:initial{ node = "block", velocity = { 8, 0, 0 } }
  return jounce.run(model, { method = jounce.method.event_driven{ tolerance = p.tolerance }, step = 1e-4, duration = 0.02,
                             record = { probes = { "block.ux", "block.ux_velocity" } } })
end

local rows = {}
local function check(name, value, reference, tolerance)
  local difference = value - reference
  assert(math.abs(difference) <= tolerance, string.format("%s: %.15g differs from %.15g by more than %g", name, value, reference, tolerance))
  rows[#rows + 1] = { name, string.format("%.15g", value), string.format("%.15g", reference), string.format("%.1e", difference) }
end

local run = swing(jounce.law.lankarani_nikravesh{ stiffness = 1.5e11, exponent = 1.5, restitution = 0.9 })
local hits = run:impacts "walls"
assert(#hits == #expected, #hits .. " impacts")
for i, hit in ipairs(hits) do
  local e = expected[i]
  check("onset " .. i .. " [s]", hit.time_in, e[1], 1e-14)
  check("speed " .. i .. " [m/s]", hit.speed_in, e[2], 1e-11)
  check("turn " .. i .. " [m]", clearance + hit.max_indentation, e[3], 1e-14)
  check("release " .. i .. " [s]", hit.time_out, e[4], 1e-14)
  check("speed out " .. i .. " [m/s]", hit.speed_out, e[5], 1e-11)
end
check("x(0.02) [m]", run:at("block.ux", 0.02), 4.3604154202838e-3, 1e-13)
check("v(0.02) [m/s]", run:at("block.ux_velocity", 0.02), 3.7409485333744, 1e-11)

hits = swing(jounce.law.hertz{ stiffness = 1.5e11 }):impacts "walls"
assert(#hits == 12, "Hertz: " .. #hits .. " impacts")
check("Hertz, turn 3 [m]", clearance + hits[3].max_indentation, 6.2221242316428e-3, 1e-14)
hits = swing(jounce.law.flores{ stiffness = 1.5e11, restitution = 0.5 }):impacts "walls"
assert(#hits == 3, "Flores: " .. #hits .. " impacts")
check("Flores, onset 3 [s]", hits[3].time_in, 0.00993325712254382, 1e-14)
check("Flores, speed 3 [m/s]", hits[3].speed_in, 1.7475216592357, 1e-11)
jounce.print_table{ title = "mass between walls by event_driven", columns = { "quantity", "computed", "reference", "difference" }, rows = rows }
