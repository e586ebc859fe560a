// Shorthand for the tests of this folder: tables as a script would hand them over, and models written line by line.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <utility>

#include "support/table.hpp"
#include "system/model/model.hpp"
#include "system/probes/probe.hpp"

namespace jounce::test {

inline Value references(const std::vector<Reference>& nodes) {
    List out;
    for (const Reference& node : nodes) out.emplace_back(node);
    return out;
}

inline Value hertz() { return table({{"family", "law"}, {"kind", "hertz"}, {"stiffness", 1.5e11}}); }
inline Value steel() {
    return table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 7800}});
}
inline Value circle(double diameter) { return table({{"family", "section"}, {"kind", "circle"}, {"diameter", diameter}}); }

/// A model in which entry number i stands on line i of "case.lua".
struct Script {
    Model model{"test"};
    int line = 0;

    Handle add(const std::string& kind, std::initializer_list<std::pair<const char*, Value>> entries) {
        return model.add(kind, table(entries), {"case.lua", ++line});
    }
    [[nodiscard]] System system() const { return assemble(model); }
};

/// The text of the error that `action` throws; empty when it throws none.
template <class Action>
std::string error_of(Action&& action) {
    try {
        action();
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

/// The hollow shaft of Y. Xu et al. (2022), doi:10.3390/machines10090814, section 3.2, free to move along x, with its damping.
inline Handle add_guided_shaft(Script& s, int elements) {
    const Value tube = table(
        {{"family", "section"}, {"kind", "tube"}, {"outer_diameter", 0.19}, {"wall", 5e-3}, {"shear_factor", 2 * 1.3 / 4.9}});
    const Value heavy = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 207e9}, {"nu", 0.3}, {"density", 34410.0}});
    const Value rayleigh =
        table({{"family", "damping"}, {"kind", "rayleigh"}, {"alpha", 41.1128299390904792}, {"beta", 2.09962455242250933e-6}});
    const Handle beam = s.add("beam", {{"name", "shaft"},
                                       {"from", vector(0, 0, 0)},
                                       {"to", vector(0, 0, 1)},
                                       {"elements", elements},
                                       {"theory", "timoshenko"},
                                       {"section", tube},
                                       {"material", heavy}});
    s.add("fix", {{"nodes", references(beam.nodes)}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    s.add("damping", {{"damping", rayleigh}});
    return beam;
}

/// A soft light cantilever along z that bends in x alone and carries a mass at its tip, "rod[3]".
inline void add_loaded_rod(Script& s, double mass) {
    const Value soft = table({{"family", "material"}, {"kind", "isotropic"}, {"E", 2e9}, {"nu", 0.3}, {"density", 1000.0}});
    s.add("beam", {{"name", "rod"},
                   {"from", vector(0, 0, 0)},
                   {"to", vector(0, 0, 1)},
                   {"elements", 2},
                   {"section", circle(0.01)},
                   {"material", soft}});
    s.add("fix", {{"node", "rod[1]"}});
    s.add("fix", {{"nodes", list({"rod[2]", "rod[3]"})}, {"dofs", words({"uy", "uz", "rx", "rz"})}});
    s.add("point", {{"node", "rod[3]"}, {"mass", mass}});
}

/// Coordinate of a System by name; fails the test when there is none.
inline int coordinate(const System& system, const std::string& name) {
    for (int i = 0; i < system.size(); ++i) {
        if (system.coordinate_names[i] == name) return i;
    }
    ADD_FAILURE() << "no coordinate " << name;
    return -1;
}

/// Row of T for one dof of the full model.
inline Vector recovered(const System& system, const Vector& q) { return system.recovery.T * q; }
inline int full_dof(const System& system, const std::string& node, int dof) {
    const int index = system.find_node(node);
    EXPECT_GE(index, 0) << node;
    return system.nodes[index].first_dof + dof;
}

}  // namespace jounce::test
