// Statistics of the contacts of one gap over a time interval: impacts, speeds, forces, shares of flight and contact.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "nonlinear/statistics/sample_statistics.hpp"
#include "time/account/impacts.hpp"

namespace jounce::nonlinear {

struct ContactWindow {
    double from = 0, to = 0;      ///< [s], from < to
    double continuous_above = 0;  ///< a longer contact is a continuous one [s]
};

struct ContactStatistics {
    int contacts = 0;             ///< contacts that begin in [from, to)
    int continuous_contacts = 0;  ///< continuous ones among these
    SampleStatistics speed;       ///< of contacts with an impact speed [m/s]
    SampleStatistics peak_force;  ///< [N]; without rigid stops
    SampleStatistics duration;    ///< of contacts that end within the record [s]
    /// Shares of time without contact, with short contacts only, and with a continuous contact. Their sum is 1.
    double free_share = 1, short_share = 0, continuous_share = 0;
};

/// The three states of a joint with clearance are those of B. Miedema, W. M. Mansour, J. Eng. Ind. 98 (1976) 1319-1323.
/// \param impacts of one gap, in the order of the impact log
/// \param end of the record [s]: a contact at that time has lasted at least until then
[[nodiscard]] ContactStatistics contact_statistics(std::span<const time::Impact> impacts, const ContactWindow& window,
                                                   double end);

}  // namespace jounce::nonlinear
