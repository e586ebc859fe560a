// Modal damping ratios: the values of jounce.damping.modal before a matrix is made.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce {

struct ModalRatios {
    std::vector<double> ratios;  ///< of critical damping
    bool every = false;  ///< a single ratio for every elastic mode; else ratios of the lowest modes, and the others are undamped
    Origin origin;

    /// Ratio of the elastic mode with this number, from 0.
    [[nodiscard]] double of(std::size_t mode) const {
        if (every) return ratios.front();
        return mode < ratios.size() ? ratios[mode] : 0;
    }
};

}  // namespace jounce
