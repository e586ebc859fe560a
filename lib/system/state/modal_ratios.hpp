// Damping that is given by ratios of modes: what jounce.damping.modal says, before any matrix is made of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <vector>

#include "base/error.hpp"

namespace jounce {

struct ModalRatios {
    std::vector<double> ratios;  ///< of critical damping
    bool every = false;          ///< the only one is that of every elastic mode; else of the lowest ones, the others get none
    Origin origin;

    /// Of the elastic mode with this number, from 0.
    [[nodiscard]] double of(std::size_t mode) const {
        if (every) return ratios.front();
        return mode < ratios.size() ? ratios[mode] : 0;
    }
};

}  // namespace jounce
