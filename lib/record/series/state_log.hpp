// States at records, from which a stretch between records can be integrated again.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <type_traits>
#include <vector>

#include "base/files/archive.hpp"
#include "system/state/state.hpp"
#include "system/state/state_archive.hpp"

namespace jounce::record {

/// Keeps one state in `stride`, within a budget of memory: when it is used up, every other state is removed, and the
/// stride doubles.
class StateLog {
  public:
    static constexpr std::size_t budget = std::size_t{32} << 20U;  // bytes

    /// \param stride of the given states the first is kept, and every `stride`-th one after it; > 0
    explicit StateLog(std::size_t stride, std::size_t bytes = budget) : budget_(bytes), stride_(stride) {}
    /// \param state at a record
    void keep(const State& state);
    /// An event at the instant of the last record: the log continues with the state after the event.
    void replace(const State& state);
    /// The last state kept at or before `time`; null: there is none.
    [[nodiscard]] const State* before(double time) const;
    /// \throws Error as require_state (state_check.hpp)
    void require(const ArchiveReader& archive, const State& like) const;
    [[nodiscard]] std::size_t size() const { return kept_.size(); }

    template <class Archive>
    friend void transfer(Archive& archive, Either<StateLog> auto& log) {
        archive(log.used_, log.seen_, log.stride_);
        std::size_t kept = log.kept_.size();
        archive(kept);
        if constexpr (!std::is_const_v<std::remove_reference_t<decltype(log)>>) {
            archive.require(kept <= archive.left() && log.stride_ > 0, "a log of states is incomplete");
            log.kept_.resize(kept);
        }
        for (auto& state : log.kept_) archive(state);
    }

  private:
    std::vector<State> kept_;
    std::size_t budget_;
    std::size_t used_ = 0;  // bytes
    std::size_t seen_ = 0;  // states given
    std::size_t stride_;    // one of this many states is kept
};

}  // namespace jounce::record
