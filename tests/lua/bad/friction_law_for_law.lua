-- expect: 1 4: model.gap: 'law' must be a law (jounce.law.hooke, hertz, kelvin_voigt, hunt_crossley, lankarani_nikravesh, gonthier, gonthier_approximate, flores, custom, rigid, herbert_mcwhannell, lee_wang_first, lee_wang_second, khulief_shabana, lankarani_nikravesh_1994, tsuji, marhefka_orin, marhefka_orin_simplified, gharib_hurmuzlu_first, gharib_hurmuzlu_second, hu_guo, tan, adams_impact, dubowsky_freudenstein_dashpot, lankarani_nikravesh_cylinder, radzimovsky, goldsmith, dubowsky_freudenstein, esdu_78035, johnson, pereira_2011, pereira_2015, koshy_combined), got friction.coulomb
local jounce, block = require "jounce", require "support.block"
local model = block()
model:gap{ node = "block", direction = { 1, 0, 0 }, clearance = 0, law = jounce.friction.coulomb{ coefficient = 0.1 } }
