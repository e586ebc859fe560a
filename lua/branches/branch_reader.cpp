// SPDX-License-Identifier: BSD-3-Clause
#include "branches/branch_reader.hpp"

#include <algorithm>

#include "branches/orbit.hpp"

namespace jounce::lua {

void take_ranges(const FoundBranch& branch, const std::function<std::vector<nonlinear::ProbeRange>()>& ranges,
                 FoundPoint& point) {
    try {
        set_ranges(branch.probes, ranges(), point);
    } catch (const Error& error) {  // the point remains valid without its probes
        if (error.failure() != Failure::computation) throw;
    }
}

FoundPoint BranchReader::point_of(const nonlinear::WalkRow& row) const {
    const std::shared_ptr<const nonlinear::PeriodMap> map = problem_.sections.at(row.section);
    nonlinear::ScaledFamily family = problem_.family;
    family.map = map.get();
    FoundPoint out;
    out.at = nonlinear::branch_row(family, row, family.period(family.parameter(row.point.U)));
    if (row.special) out.special = row;
    take_ranges(
        branch_,
        [&] {
            return problem_.sections.ranges(out.at.y, out.at.parameter, row.section, out.at.periods * out.at.period,
                                            branch_.probes);
        },
        out);
    return out;
}

void BranchReader::read(const nonlinear::Branch& branch) {
    constexpr std::size_t may_change = nonlinear::most_changed_rows;
    for (std::size_t k = 0; k < walks_.size(); ++k) {
        std::vector<Read>& read = walks_[k];
        const std::vector<nonlinear::WalkRow>& rows = branch.walks[k].rows;
        const std::size_t known = std::min(read.size(), rows.size());
        std::size_t same = known > may_change ? known - may_change : 0;
        while (same < known && read[same].U == rows[same].point.U) ++same;
        read.resize(same);
        for (std::size_t i = same; i < rows.size(); ++i) {
            // Both directions share their first point.
            read.push_back({rows[i].point.U, k == 1 && i == 0 ? FoundPoint() : point_of(rows[i])});
        }
    }
}

std::size_t BranchReader::special() const {
    std::size_t out = 0;
    for (const auto& walk : walks_)
        out += static_cast<std::size_t>(
            std::ranges::count_if(walk, [](const Read& read) { return read.point.at.kind.has_value(); }));
    return out;
}

std::vector<FoundPoint> BranchReader::take() {
    std::vector<FoundPoint> out;
    for (std::size_t i = walks_[1].size(); i-- > 1;) {
        walks_[1][i].point.at.arc *= -1;
        out.push_back(std::move(walks_[1][i].point));
    }
    for (Read& read : walks_[0]) out.push_back(std::move(read.point));
    return out;
}

}  // namespace jounce::lua
