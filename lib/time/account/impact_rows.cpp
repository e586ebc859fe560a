// The rows of the impact log: in a file beyond a limit of memory, and in a checkpoint.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "time/account/archive.hpp"
#include "time/account/impacts.hpp"

namespace jounce::time {

void ImpactLog::save(ArchiveWriter& archive) const {
    std::vector<Impact> finished;  // current values of rows that the file has as ongoing
    for (const int row : unfinished_) finished.push_back(impacts_[static_cast<std::size_t>(row)]);
    archive(running_, count_, missed_, floored_, clamped_impulse_, fell_through_, falling_, left_indented_, live_, unfinished_,
            finished);
}

void ImpactLog::load(ArchiveReader& archive, const System& system) {
    bind(system);
    std::vector<Impact> finished;
    archive(running_, count_, missed_, floored_, clamped_impulse_, fell_through_, falling_, left_indented_, live_, unfinished_,
            finished);
    const auto sides = static_cast<std::size_t>(system.sides);
    archive.require(running_.size() == sides && left_indented_.size() == sides && falling_.size() == sides &&
                        live_.size() == sides && count_.size() == system.contacts.size(),
                    "the impact log was recorded for other gaps");
    const auto is_phase = [&](int index) { return index >= -1 && index < static_cast<int>(impacts_.size()); };
    archive.require(std::ranges::all_of(running_, is_phase) && std::ranges::all_of(left_indented_, is_phase) &&
                        std::ranges::all_of(unfinished_, [&](int index) { return index >= 0 && is_phase(index); }) &&
                        finished.size() == unfinished_.size(),
                    "an ongoing contact is missing in the impact log");
    for (std::size_t i = 0; i < finished.size(); ++i) impacts_.set(static_cast<std::size_t>(unfinished_[i]), finished[i]);
    const auto require_gap = [&](const Impact& impact) {
        archive.require(impact.contact >= 0 && impact.contact < static_cast<int>(system.contacts.size()),
                        "an impact has an unknown gap");
    };
    impacts_.visit(require_gap);
    std::ranges::for_each(live_, require_gap);
}

void ImpactLog::save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i) archive(impacts_[i]);
    impacts_.rest();
}

void ImpactLog::load_rows(ArchiveReader& archive, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) archive(impacts_.emplace_back());
}

void ImpactLog::saved_rows(std::size_t saved) {
    for (std::size_t s = 0; s < running_.size(); ++s) {
        const int row = std::max(running_[s], left_indented_[s]);
        if (row < 0 || row >= static_cast<int>(saved)) continue;
        if (std::ranges::find(unfinished_, row) == unfinished_.end()) unfinished_.push_back(row);
    }
}

void ImpactLog::settle() {
    for (std::size_t s = 0; s < running_.size(); ++s) {
        const int row = std::max(running_[s], left_indented_[s]);
        if (row >= 0) store(s, row);
    }
}

void ImpactLog::spill_to(std::shared_ptr<SpillFile> file, std::size_t memory) {
    spill_ = std::move(file);
    impacts_.spill_to(spill_, memory);
}

}  // namespace jounce::time
