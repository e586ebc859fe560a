// Models whose reductions are written into files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "record/files/reduced_file.hpp"
#include "small_cases.hpp"

namespace jounce::test::reduced_cases {

inline Value kind(const char* family, const char* name, Table settings) {
    settings.set("family", family);
    settings.set("kind", name);
    return settings;
}
inline Value sine(double amplitude, double frequency) {
    return kind("signal", "sine", table({{"amplitude", amplitude}, {"frequency", frequency}}));
}
inline const Value steel = kind("material", "isotropic", table({{"E", 207e9}, {"nu", 0.3}, {"density", 7800}}));

/// A cantilever whose root is shaken along z, with two gaps, friction at a gap and on a node, a damper and loads of several
/// kinds.
inline Model rod(const Value& force = sine(60, 17)) {
    Model model("rod");
    model.add("beam",
              table({{"name", "rod"},
                     {"from", vector(0, 0, 0)},
                     {"to", vector(1, 0, 0)},
                     {"elements", 10},
                     {"section", kind("section", "circle", table({{"diameter", 0.02}}))},
                     {"material", steel}}),
              {"case.lua", 1});
    model.add("fix", table({{"nodes", "rod[1]"}, {"dofs", words({"ux", "uy", "rx", "ry", "rz"})}}), {"case.lua", 2});
    model.add("prescribe", table({{"nodes", "rod[1]"}, {"dof", "uz"}, {"motion", sine(1e-4, 23)}}), {"case.lua", 3});
    model.add("gap",
              table({{"name", "stop"},
                     {"node", "rod[11]"},
                     {"direction", vector(0, 1, 0)},
                     {"clearance", 1e-3},
                     {"law", kind("law", "flores", table({{"stiffness", 1e8}, {"restitution", 0.7}}))},
                     {"friction", kind("friction", "coulomb", table({{"coefficient", 0.2}, {"regularisation_speed", 1e-3}}))},
                     {"tangent", vector(0, 0, 1)}}),
              {"case.lua", 4});
    model.add("circular_gap",
              table({{"name", "ring"},
                     {"node", "rod[6]"},
                     {"axis", vector(1, 0, 0)},
                     {"clearance", 3e-4},
                     {"law", kind("law", "hunt_crossley", table({{"stiffness", 1e8}, {"restitution", 0.6}}))}}),
              {"case.lua", 5});
    model.add(
        "friction",
        table({{"name", "shoe"},
               {"node", "rod[8]"},
               {"direction", vector(0, 0, 1)},
               {"normal_force", kind("signal", "table", table({{"times", list({0, 0.02, 1})}, {"values", list({0, 5, 5})}}))},
               {"friction", kind("friction", "coulomb", table({{"coefficient", 0.3}, {"regularisation_speed", 1e-3}}))}}),
        {"case.lua", 6});
    model.add("damper", table({{"from", "rod[9]"}, {"direction", vector(0, 1, 0)}, {"damping", 2}}), {"case.lua", 7});
    model.add("load", table({{"name", "push"}, {"nodes", "rod[11]"}, {"direction", vector(0, 1, 0)}, {"force", force}}),
              {"case.lua", 8});
    model.add("gravity", table({{"acceleration", vector(0, 0, -9.81)}}), {"case.lua", 9});
    return model;
}

/// A plate on one clamped edge over a stop.
inline Model plate() {
    Model model("plate");
    const Value mesh = kind("mesh", "plate",
                            table({{"corner", vector(0, 0, 0)},
                                   {"edge_1", vector(0.4, 0, 0)},
                                   {"edge_2", vector(0, 0.2, 0)},
                                   {"elements_1", 6},
                                   {"elements_2", 3}}));
    model.add("shell", table({{"name", "plate"}, {"mesh", mesh}, {"thickness", 4e-3}, {"material", steel}}), {});
    model.add("fix", table({{"nodes", words({"plate[1]", "plate[8]", "plate[15]", "plate[22]"})}}), {});
    model.add("gap",
              table({{"name", "stop"},
                     {"node", "plate[14]"},
                     {"direction", vector(0, 0, -1)},
                     {"clearance", 1e-4},
                     {"law", kind("law", "hertz", table({{"stiffness", 1e8}}))}}),
              {});
    model.add("load", table({{"nodes", "plate[28]"}, {"direction", vector(0, 0, 1)}, {"force", sine(30, 40)}}), {});
    return model;
}

inline modal::Reduction reduced(const Model& model, const char* method = "craig_bampton") {
    modal::ReductionSettings settings;
    settings.method = method;
    settings.modes = 8;
    return modal::reduce(assemble(model), settings);
}

}  // namespace jounce::test::reduced_cases
