// Which ends of nominal steps are recorded.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/files/archive.hpp"

namespace jounce::record {

/// Which ends of nominal steps are recorded: the first one at or after `from`, every `every`-th one after it, and the last one.
class Cadence {
  public:
    Cadence(int every, double from) : every_(every), from_(from) {}
    /// Are there steps between two recorded ends?
    [[nodiscard]] bool several() const { return every_ > 1; }
    /// Called once for each state, in order.
    [[nodiscard]] bool due(double time) {
        if (countdown_ > 1) {
            --countdown_;
            return false;
        }
        if (time < from_ && from_ - time > 1e-12 * from_) return false;
        countdown_ = every_;
        return true;
    }

    template <class Archive>
    friend void transfer(Archive& archive, Either<Cadence> auto& cadence) {
        archive(cadence.countdown_);
    }

  private:
    int every_;
    double from_;
    int countdown_ = 0;
};

}  // namespace jounce::record
