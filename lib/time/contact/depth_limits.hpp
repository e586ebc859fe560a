// Limits of contact laws: no accepted state may exceed the indentation for which its law is defined.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

#include "system/state/state.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// The sides of a System with limited laws (contact::Law::end). One comparison for each of them.
class DepthLimits {
  public:
    explicit DepthLimits(const System& system);

    /// \throws Error (computation) that names the contact, the time, the indentation, its limit and the law's reason
    void require(const State& state) const {
        for (const Limit& limit : limits_) {
            if (state.sides[limit.side].motion.indentation > limit.indentation) [[unlikely]]
                fail(limit, state);
        }
    }

  private:
    struct Limit {
        std::size_t side = 0, contact = 0;
        double indentation = 0;
    };
    [[noreturn]] void fail(const Limit& limit, const State& state) const;

    const System& system_;
    std::vector<Limit> limits_;
};

/// "contact 'stop' was 2e-05 m deep, beyond 1e-05 m, where ..." beyond the trusted range of its law; else "".
[[nodiscard]] std::string trust_note(const Contact& contact, double indentation);

/// "contact 'C' begins 0.004 m deep, beyond its clearance of 0.001 m, with a force of 1e+06 N" when the initial
/// penetration exceeds the clearance; else "".
[[nodiscard]] std::string deep_start_note(const Contact& contact, const State& state);

}  // namespace jounce::time
