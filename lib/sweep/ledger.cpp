// Which points of a sweep are done, with their results, and which are computed next.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/ledger.hpp"

#include <algorithm>
#include <optional>
#include <string>

#include "base/messages/error.hpp"

namespace jounce::sweep {

namespace {

bool is_ours(std::size_t line, const Shard& shard) {
    return line % static_cast<std::size_t>(shard.count) == static_cast<std::size_t>(shard.index);
}

}  // namespace

Ledger::Ledger(const Plan& plan)
    : plan_(plan), results_(plan.points.size()), done_(plan.points.size(), 0), before_(plan.points.size(), none) {
    for (const std::vector<std::size_t>& line : plan.lines) {
        for (std::size_t k = 1; k < line.size(); ++k) before_[line[k]] = line[k - 1];
    }
}

void Ledger::read(const Store& store, const Shard& shard, bool retry_failed) {
    for (std::size_t l = 0; l < plan_.lines.size(); ++l) {
        const bool ours = is_ours(l, shard);
        bool gone = false;
        for (const std::size_t point : plan_.lines[l]) {
            std::optional<Result> result = gone ? std::nullopt : store.read(point);
            if (result && !(ours && retry_failed && result->kind != Result::Kind::row)) {
                set(point, std::move(*result));
                continue;
            }
            if (ours && gone) store.forget(point);
            if (ours && !gone) store.remove(point);  // another shard may be writing the others
            gone = true;
        }
    }
}

std::vector<std::vector<std::size_t>> Ledger::rest(const Shard& shard) const {
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t l = 0; l < plan_.lines.size(); ++l) {
        const std::vector<std::size_t>& line = plan_.lines[l];
        std::size_t first = 0;
        while (first < line.size() && done_[line[first]] != 0) ++first;
        if (is_ours(l, shard) && first < line.size())
            out.emplace_back(line.begin() + static_cast<std::ptrdiff_t>(first), line.end());
    }
    return out;
}

std::size_t Ledger::before(std::size_t point) const {
    std::size_t at = before_[point];
    while (at != none && !has_row(at)) at = before_[at];
    return at;
}

void Ledger::set(std::size_t point, Result result) {
    results_[point] = std::move(result);
    done_[point] = 1;
    ++finished_;
    if (!has_row(point)) {
        ++failed_;
        if (results_[point].kind == Result::Kind::killed) ++killed_;
        return;
    }
    for (std::size_t at = before_[point]; at != none; at = before_[at]) {
        const bool forgotten = has_row(at) && results_[at].state.empty();
        results_[at].state.clear();
        if (forgotten) break;
    }
}

void Ledger::require_complete(const Store& store, const Shard& shard) {
    std::vector<std::size_t> missing;
    for (std::size_t l = 0; l < plan_.lines.size(); ++l) {
        if (!is_ours(l, shard)) continue;
        for (const std::size_t point : plan_.lines[l]) {
            const bool killed = results_[point].kind == Result::Kind::killed;
            if (done_[point] != 0 && (killed || !store.on_disk() || store.has(point))) continue;
            missing.push_back(point);
            if (done_[point] == 0) continue;
            done_[point] = 0;
            --finished_;
            if (results_[point].kind != Result::Kind::row) --failed_;
        }
    }
    if (missing.empty()) return;
    std::ranges::sort(missing);
    throw computation_failed("sweep: " + std::to_string(missing.size()) + " of " + std::to_string(results_.size()) +
                             " points have no record (" + some_points(missing) + ")");
}

void Ledger::require_same_columns(std::size_t point, const Result& result) {
    for (std::size_t i = 0; i < results_.size() && first_ == none; ++i) {
        if (has_row(i)) first_ = i;
    }
    if (first_ == none) return;
    const std::string difference = other_columns(result.row, results_[first_].row);
    if (difference.empty()) return;
    throw bad_case("sweep: every row must have the same columns: in point " + std::to_string(point + 1) + " " + difference +
                   " compared with point " + std::to_string(first_ + 1));
}

std::string Ledger::counted() const { return std::to_string(finished_) + " of " + std::to_string(size()) + " points"; }

}  // namespace jounce::sweep
