// A structure and its run, as the doubts about them see it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>

#include "system/state/system.hpp"
#include "time/advice/critical_step.hpp"
#include "time/advice/slow_push.hpp"

namespace jounce::record {

struct Examined {
    const System& system;
    double begin = 0, duration = 0;  ///< [s]
    double size = 0;                 ///< diagonal of all nodes [m]
    bool meshed = false;             ///< has it beams or shells?
    bool continued = false;          ///< does the run begin with a given state?
    time::SlowPush push;
    mutable std::optional<double> highest{};  ///< angular frequency of the model [rad/s]

    [[nodiscard]] double highest_frequency() const {
        if (!highest) highest = time::largest_angular_frequency(system);
        return *highest;
    }
    /// Does stiffness answer a slow push, rather than inertia? \param omega Rayleigh's quotient of the response [rad/s]
    [[nodiscard]] bool restrained(double omega) const {
        return omega * omega * system.linear.M.diagonal().sum() > 1e-12 * system.linear.K.diagonal().sum();
    }
    /// Of an oscillation that lasts, rather than a pulse, which moves mainly lower modes.
    [[nodiscard]] double steady_frequency(const Load& load) const {
        return load.signal->breaks(begin, begin + duration).empty() ? frequency(load) : 0;
    }
    /// [rad/s]; 0: none, or not known
    [[nodiscard]] double frequency(const Load& load) const { return load.signal->angular_frequency(begin, begin + duration); }
};

/// The first local coordinate of a contact, over the free coordinates.
[[nodiscard]] linalg::Vector first_row_of(const Examined& of, const Contact& contact);

/// " (case.lua:7)", or nothing
[[nodiscard]] std::string place(const Origin& origin);

/// The value or derivative of a load's signal that acts.
[[nodiscard]] double acting_value(const Load& load, double t);
/// Its largest magnitude in the run: a bound from the closed form of each piece; of a sweep at 1000 instants.
[[nodiscard]] double largest_value(const Examined& of, const Load& load);

}  // namespace jounce::record
