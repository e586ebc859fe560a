// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/continuation/branch_archive.hpp"

#include <type_traits>
#include <utility>

#include "nonlinear/continuation/branch_row_archive.hpp"

namespace jounce::nonlinear {

template <class Archive>
void transfer(Archive& archive, Either<EventCounts::Count> auto& c) {
    archive(c.contact, c.side, c.kind, c.number);
}

template <class Archive>
void transfer(Archive& archive, Either<CurvePoint> auto& p) {
    auto& at = p.at;
    archive(p.U, p.tangent, p.multipliers, p.unit_multiplier_error, p.tests.fold, p.tests.period_doubling, p.tests.neimark_sacker,
            p.tests.branch_point, p.arc, p.newton_steps, p.residual, at.events.counts, at.events.contacts_begun,
            at.section_margin, at.smallest_opening, at.smallest_impact_speed, at.smallest_indentation, at.shallowest, at.corner);
}

template <class Archive>
void transfer(Archive& archive, Either<Special> auto& s) {
    archive(s.kind, s.low, s.high, s.turns, s.why);
}

template <class Archive>
void transfer(Archive& archive, Either<WalkRow> auto& r) {
    archive(r.point, r.special, r.section);
}

template <class Archive>
void transfer(Archive& archive, Either<WalkStart> auto& s) {
    archive(s.U, s.tangent);
}

template <class Archive>
void transfer(Archive& archive, Either<Walk> auto& w) {
    std::uint64_t piece = w.piece;
    archive(w.rows, w.step, piece, w.section, w.start, w.why, w.end);
    if constexpr (!std::is_const_v<std::remove_reference_t<decltype(w)>>) w.piece = piece;
}

template <class Archive>
void transfer(Archive& archive, Either<PlaneCurve> auto& c) {
    archive(c.kind, c.b, c.b_imaginary, c.c, c.c_imaginary, c.crossing.left, c.crossing.right_1, c.crossing.right_2, c.opening,
            c.contacts_begun);
}

namespace {

/// \throws Error when a direction has no row from which to continue
void require_whole(const ArchiveReader& archive, const std::array<Walk, 2>& walks, std::uint64_t under_way) {
    archive.require(under_way <= walks.size(), "there is no such direction");
    for (const Walk& walk : walks) {
        archive.require(!walk.rows.empty() && walk.piece < walk.rows.size(), "a direction has no points");
        for (const WalkRow& row : walk.rows)
            archive.require(row.point.U.size() > 1 && row.point.U.size() == row.point.tangent.size(), "a point has no state");
    }
}

}  // namespace

std::string to_bytes(const Branch& branch) {
    ArchiveWriter archive;
    archive(branch.walks, static_cast<std::uint64_t>(branch.under_way));
    return archive.bytes();
}

std::string to_bytes(const PlaneBranch& branch) {
    ArchiveWriter archive;
    archive(branch.walks, branch.curves, static_cast<std::uint64_t>(branch.under_way));
    return archive.bytes();
}

Branch branch_from_bytes(const std::string& name, std::string bytes) {
    ArchiveReader archive(name, std::move(bytes));
    Branch out;
    std::uint64_t under_way = 0;
    archive(out.walks, under_way);
    archive.end();
    require_whole(archive, out.walks, under_way);
    out.under_way = static_cast<std::size_t>(under_way);
    return out;
}

PlaneBranch plane_branch_from_bytes(const std::string& name, std::string bytes) {
    ArchiveReader archive(name, std::move(bytes));
    PlaneBranch out;
    std::uint64_t under_way = 0;
    archive(out.walks, out.curves, under_way);
    archive.end();
    require_whole(archive, out.walks, under_way);
    out.under_way = static_cast<std::size_t>(under_way);
    return out;
}

}  // namespace jounce::nonlinear
