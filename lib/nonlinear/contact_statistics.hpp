// Statistics of the contacts of one gap over a stretch of time: impacts, speeds, forces, and how long it flies and touches.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "nonlinear/sample_statistics.hpp"
#include "time/account/impacts.hpp"

namespace jounce::nonlinear {

struct ContactWindow {
    double from = 0, to = 0;      ///< [s], from < to
    double continuous_above = 0;  ///< a contact that lasts longer is a continuous one [s]
};

struct ContactStatistics {
    int contacts = 0;             ///< that begin in [from, to)
    int continuous_contacts = 0;  ///< of them
    SampleStatistics speed;       ///< of those that begin with one [m/s]
    SampleStatistics peak_force;  ///< [N]; rigid stops have none
    SampleStatistics duration;    ///< of those that end before the record does [s]
    /// Shares of the time in which no side touches, in which the longest contact under way is a short one, and in which a
    /// continuous one is under way. Their sum is 1.
    double free_share = 1, short_share = 0, continuous_share = 0;
};

/// The three states of a joint with clearance are those of B. Miedema, W. M. Mansour, J. Eng. Ind. 98 (1976) 1319-1323.
/// \param impacts of one gap, in the order of the impact log
/// \param end of the record [s]: what touches then has lasted until then at least
[[nodiscard]] ContactStatistics contact_statistics(std::span<const time::Impact> impacts, const ContactWindow& window,
                                                   double end);

}  // namespace jounce::nonlinear
