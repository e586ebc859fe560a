// Contacts that open and close without end, because their force jumps at the onset.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/messages/error.hpp"
#include "contact/families/law.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// A contact chatters if its force jumps at the onset to more than presses it there: it is pushed off at once, returns, and the
/// intervals between its onsets tend to zero. It never rests, as a force that grows from zero would let it.
class Chattering {
  public:
    /// \param start of the run [s] \param step nominal one [s]
    Chattering(std::size_t sides, double start, double step);

    /// Counts an onset. \returns the time [s] that the last `most` onsets took, if that is less than the longest interval between
    /// two of this side before (than a nominal step if there was none longer), and less than half of what as many took before, or
    /// than a thousandth of that interval
    [[nodiscard]] std::optional<double> onset(std::size_t side, double time);

    static constexpr int most = 1000;
    static constexpr double vanishing = 1e-3;

  private:
    struct Side {
        double first = 0, last = 0;  // onsets: of the count, and of all [s]
        double longest = 0;          // interval [s]
        double slowest = 0;          // count [s]
        int count = 0;
    };
    std::vector<Side> sides_;
};

/// The force at the onset at rest, if it does not grow from zero [N]; 0: it does.
[[nodiscard]] double force_jump(const contact::Law& law);

[[nodiscard]] Error chattering(const System& system, const Contact& contact, double time, double lasted, double jump);
/// Is a message that of chattering?
[[nodiscard]] bool is_chattering(std::string_view message);

}  // namespace jounce::time
