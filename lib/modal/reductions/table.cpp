// The table of reduction methods, and their common functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reductions/table.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <utility>

namespace jounce::modal {

std::span<const ReductionMethod* const> reduction_methods() {
    static const std::array<const ReductionMethod*, 4> table = {
        &reductions::craig_bampton(),
        &reductions::free_interface(),
        &reductions::modal(),
        &reductions::guyan(),
    };
    return table;
}

const ReductionMethod* find_reduction_method(const std::string& name) {
    for (const ReductionMethod* method : reduction_methods()) {
        if (method->name == name) return method;
    }
    return nullptr;
}

std::vector<std::string> reduction_method_names() {
    std::vector<std::string> out;
    for (const ReductionMethod* method : reduction_methods()) out.push_back(method->name);
    return out;
}

namespace reductions {

BasisVectors free_modes(const Structure& structure, const ReductionSettings& settings) {
    Eigen::Index count = settings.modes;
    if (count == 0) {
        const double omega = 2 * std::numbers::pi * settings.frequency;
        count = (structure.eigenvalues().array() <= omega * omega).count();
    }
    count = std::min(count, structure.elastic().cols());
    BasisVectors out;
    out.modes = structure.elastic().leftCols(count);
    out.highest = count > 0 ? structure.eigenvalues()[count - 1] : 0;
    out.complete = structure.complete();
    return out;
}

std::vector<Matrix> answers(Interface interface) {
    std::vector<Matrix> out;
    out.push_back(std::move(interface.rows.answers));
    out.push_back(std::move(interface.loads.answers));
    return out;
}

}  // namespace reductions

}  // namespace jounce::modal
