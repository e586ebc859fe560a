// The methods of reduction: each gives the vectors that span the reduced model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/fields/kind.hpp"
#include "modal/reduction.hpp"
#include "modal/structure.hpp"

namespace jounce::modal {

/// The interface of the model, as given to a method.
struct Interface {
    Forces rows;   ///< of gaps, frictions and kept nodes (Structure::independent)
    Forces loads;  ///< distinct load patterns
};

/// Vectors in addition to the rigid-body modes, which every reduced model has.
struct BasisVectors {
    Matrix modes;
    std::vector<Matrix> statics;  ///< groups of columns
    double highest = 0;           ///< eigenvalue of the last mode [1/s^2]
    bool complete = true;
};

struct ReductionMethod {
    std::string name;
    std::string summary;
    std::vector<Source> sources;
    bool takes_modes = true;      ///< 'modes' or 'frequency' must be given
    bool takes_nodes = true;      ///< 'keep' may be given
    bool held_interface = false;  ///< its modes are those of the structure with fixed interface
    BasisVectors (*vectors)(Structure&, Interface, const ReductionSettings&);
};

[[nodiscard]] std::span<const ReductionMethod* const> reduction_methods();
[[nodiscard]] const ReductionMethod* find_reduction_method(const std::string& name);
[[nodiscard]] std::vector<std::string> reduction_method_names();

namespace reductions {
// One for each file of this folder.
[[nodiscard]] const ReductionMethod& craig_bampton();
[[nodiscard]] const ReductionMethod& free_interface();
[[nodiscard]] const ReductionMethod& guyan();
[[nodiscard]] const ReductionMethod& modal();

/// The elastic free modes requested by the settings.
[[nodiscard]] BasisVectors free_modes(const Structure& structure, const ReductionSettings& settings);
/// Static responses to the interface and to the loads.
[[nodiscard]] std::vector<Matrix> answers(Interface interface);
}  // namespace reductions

}  // namespace jounce::modal
