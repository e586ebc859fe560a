// SPDX-License-Identifier: BSD-3-Clause
#include "branches/branch_reader.hpp"

#include <algorithm>

#include "base/fields/value_archive.hpp"
#include "branches/orbit.hpp"
#include "nonlinear/continuation/branch_row_archive.hpp"

namespace jounce::lua {

namespace {

void write(ArchiveWriter& archive, const FoundPoint& point) {
    archive(point.at);
    for (const Table* values : {&point.section, &point.smallest, &point.largest}) archive(Value(*values));
}

FoundPoint read(ArchiveReader& archive) {
    FoundPoint out;
    archive(out.at);
    for (Table* values : {&out.section, &out.smallest, &out.largest}) {
        Value value;
        archive(value);
        archive.require(value.table() != nullptr, "the probes of a point are no table");
        *values = *value.table();
    }
    return out;
}

}  // namespace

std::string to_bytes(const PointsBothWays& points) {
    ArchiveWriter archive;
    for (const std::vector<FoundPoint>& way : points) {
        archive(static_cast<std::uint64_t>(way.size()));
        for (const FoundPoint& point : way) write(archive, point);
    }
    return archive.bytes();
}

PointsBothWays points_from_bytes(const std::string& name, std::string bytes, const std::array<nonlinear::Walk, 2>& walks) {
    ArchiveReader archive(name, std::move(bytes));
    PointsBothWays out;
    for (std::size_t k = 0; k < out.size(); ++k) {
        const std::vector<nonlinear::WalkRow>& rows = walks[k].rows;
        std::uint64_t size = 0;
        archive(size);
        archive.require(size <= rows.size(), "a direction has more points than rows");
        for (std::size_t i = 0; i < size; ++i) {
            FoundPoint point = read(archive);
            if (rows[i].special && !(k == 1 && i == 0)) point.special = rows[i];
            out[k].push_back(std::move(point));
        }
    }
    archive.end();
    return out;
}

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

std::size_t BranchReader::unchanged(std::size_t way, const std::vector<nonlinear::WalkRow>& rows, std::size_t from) const {
    const std::vector<linalg::Vector>& known = unknowns_[way];
    std::size_t same = from;
    while (same < std::min(known.size(), rows.size()) && known[same] == rows[same].point.U) ++same;
    return same;
}

void BranchReader::read(const nonlinear::Branch& branch) {
    constexpr std::size_t may_change = nonlinear::most_changed_rows;
    for (std::size_t k = 0; k < points_.size(); ++k) {
        const std::vector<nonlinear::WalkRow>& rows = branch.walks[k].rows;
        const std::size_t known = std::min(points_[k].size(), rows.size());
        const std::size_t same = unchanged(k, rows, known > may_change ? known - may_change : 0);
        points_[k].resize(same);
        unknowns_[k].resize(same);
        for (std::size_t i = same; i < rows.size(); ++i) {
            // Both directions share their first point.
            points_[k].push_back(k == 1 && i == 0 ? FoundPoint() : point_of(rows[i]));
            unknowns_[k].push_back(rows[i].point.U);
        }
    }
}

std::string BranchReader::bytes(const nonlinear::Branch& branch) const {
    PointsBothWays kept;
    for (std::size_t k = 0; k < points_.size(); ++k) {
        const std::size_t same = unchanged(k, branch.walks[k].rows, 0);
        kept[k].assign(points_[k].begin(), points_[k].begin() + static_cast<std::ptrdiff_t>(same));
    }
    return to_bytes(kept);
}

void BranchReader::restore(const std::string& file, const std::string& bytes, const nonlinear::Branch& branch) {
    points_ = points_from_bytes(file, bytes, branch.walks);
    for (std::size_t k = 0; k < points_.size(); ++k) {
        unknowns_[k].clear();
        for (std::size_t i = 0; i < points_[k].size(); ++i) unknowns_[k].push_back(branch.walks[k].rows[i].point.U);
    }
}

std::size_t BranchReader::special() const {
    std::size_t out = 0;
    for (const auto& way : points_)
        out += static_cast<std::size_t>(
            std::ranges::count_if(way, [](const FoundPoint& point) { return point.at.kind.has_value(); }));
    return out;
}

std::vector<FoundPoint> BranchReader::take() {
    std::vector<FoundPoint> out;
    for (std::size_t i = points_[1].size(); i-- > 1;) {
        points_[1][i].at.arc *= -1;
        out.push_back(std::move(points_[1][i]));
    }
    for (FoundPoint& point : points_[0]) out.push_back(std::move(point));
    return out;
}

}  // namespace jounce::lua
