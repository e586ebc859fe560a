// The distinct signals of a System and their closed forms from an instant on, for exact integration of linear motion.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cmath>
#include <vector>

#include "base/numbers/limits.hpp"
#include "system/state/system.hpp"

namespace jounce::time {

/// Stores the pieces at the last requested instant; no other history.
class ClosedSignals {
  public:
    /// \param tolerance largest error of the cubics that replace signals of loads without a closed form, relative to the signal;
    ///     0: they are not replaced
    /// \param resolution distance of the instants at which a signal is asked that does not state its frequency, as a function of
    ///     the script; a shorter pulse may lie between them [s]
    explicit ClosedSignals(const System& system, double tolerance = 0, double resolution = infinite);

    /// Takes the closed form of every signal just after t. False when a signal that moves coordinates has none; the signal of
    /// loads that act on prescribed motions alone changes powers only, and needs none. `end` is the end of the first form, or the
    /// next jump of a signal without one; never beyond `limit`. \throws Error from a user's signal
    bool refresh(double t, double limit, double& end);

    [[nodiscard]] std::size_t size() const { return signals_.size(); }
    [[nodiscard]] bool all_closed() const { return all_closed_; }
    /// Where the stretch would end without cubics: a step that does not use them need not end with them.
    [[nodiscard]] double end_of_forms() const { return end_of_forms_; }
    [[nodiscard]] bool closed(std::size_t i) const { return closed_[i] != 0; }
    [[nodiscard]] const SignalPiece& piece(std::size_t i) const { return pieces_[i]; }
    /// Value and derivatives at t0 + s, t0 the instant of `refresh`.
    [[nodiscard]] SignalSample sample(std::size_t i, double s) const;
    [[nodiscard]] double value(std::size_t i, double s) const;
    /// The index here of the signal of each load and of each prescribed motion.
    [[nodiscard]] std::size_t of_load(std::size_t load) const { return load_[load]; }
    [[nodiscard]] std::size_t of_prescribed(std::size_t motion) const { return prescribed_[motion]; }

  private:
    std::size_t index(const SignalPointer& signal);

    std::vector<const Signal*> signals_;
    std::vector<SignalPiece> pieces_;
    std::vector<double> sine_, cosine_;  // of each piece at its start, times the amplitude
    std::vector<unsigned char> closed_;
    std::vector<unsigned char> moves_;     // does it move coordinates or supports?
    std::vector<unsigned char> by_value_;  // ... by its values alone, as loads do?
    double tolerance_, resolution_;
    std::vector<std::size_t> load_, prescribed_;
    /// Signals without a closed form are evaluated only within the stretch: a diverging or too long trial is rejected
    /// or shortened anyway, and a user's function may not be defined there.
    [[nodiscard]] double asked(double s) const { return s > 0 ? std::fmin(time_ + s, end_) : time_; }
    double end_of_forms_ = 0;
    double time_ = 0, end_ = 0;  // the stretch of the last `refresh`
    bool all_closed_ = true;
};

/// The derivative of the signal that the load uses.
[[nodiscard]] inline double derivative_of(const SignalSample& sample, int derivative) {
    return derivative == 0 ? sample.value : derivative == 1 ? sample.first : sample.second;
}

}  // namespace jounce::time
