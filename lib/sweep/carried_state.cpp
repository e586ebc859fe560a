// The initial state of the neighbouring point.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/carried_state.hpp"

#include <vector>

#include "base/files/archive.hpp"
#include "system/state/state_archive.hpp"

namespace jounce::sweep {

namespace {

struct Side {
    std::string name;
    int shape = 0;
    double clearance = 0;
    bool positive = false, negative = false;
};

struct Entry {
    int row = 0, column = 0;
    double value = 0;
};

/// The data of a System that show whether another one has the same coordinates.
struct Frame {
    std::string name, digest;
    std::vector<std::string> coordinates;
    std::vector<Side> gaps;
    bool reduced = false;
    int rows = 0;
    std::vector<Entry> entries;  ///< of T, of a reduced System
};

template <class Archive>
void transfer(Archive& archive, Either<Side> auto& side) {
    archive(side.name, side.shape, side.clearance, side.positive, side.negative);
}

template <class Archive>
void transfer(Archive& archive, Either<Entry> auto& entry) {
    archive(entry.row, entry.column, entry.value);
}

template <class Archive>
void transfer(Archive& archive, Either<Frame> auto& frame) {
    archive(frame.name, frame.digest, frame.coordinates, frame.gaps, frame.reduced, frame.rows, frame.entries);
}

Frame frame_of(const System& system) {
    Frame out{system.name, system.digest, system.coordinate_names, {}, system.recovery.rigid.size() > 0, 0, {}};
    for (const Contact& contact : system.contacts) {
        out.gaps.push_back({contact.name, static_cast<int>(contact.gap.shape), contact.gap.clearance, contact.gap.positive,
                            contact.gap.negative});
    }
    if (!out.reduced) return out;
    const linalg::SparseMatrix& T = system.recovery.T;
    out.rows = static_cast<int>(T.rows());
    for (int j = 0; j < T.outerSize(); ++j) {
        for (linalg::SparseMatrix::InnerIterator it(T, j); it; ++it)
            out.entries.push_back({static_cast<int>(it.row()), j, it.value()});
    }
    return out;
}

std::shared_ptr<const System> system_of(const Frame& frame) {
    auto out = std::make_shared<System>();
    out->name = frame.name;
    out->digest = frame.digest;
    out->coordinate_names = frame.coordinates;
    for (const Side& gap : frame.gaps) {
        Contact contact;
        contact.name = gap.name;
        contact.gap = {static_cast<contact::GapShape>(gap.shape), gap.clearance, gap.positive, gap.negative};
        contact.first_side = out->sides;
        out->sides += contact.gap.sides();
        out->contacts.push_back(std::move(contact));
    }
    if (!frame.reduced) return out;
    std::vector<Eigen::Triplet<double>> triplets;
    for (const Entry& entry : frame.entries) triplets.emplace_back(entry.row, entry.column, entry.value);
    out->recovery.T.resize(frame.rows, static_cast<int>(frame.coordinates.size()));
    out->recovery.T.setFromTriplets(triplets.begin(), triplets.end());
    return out;
}

}  // namespace

std::shared_ptr<const time::InitialState> at_zero(const time::InitialState& end) {
    auto out = std::make_shared<time::InitialState>(end);
    out->own.reset();
    for (SideState& side : out->state.sides) {
        side.memory.onset_time -= end.state.time;
        side.memory.kept_time -= end.state.time;
    }
    out->state.time = 0;
    out->state.step = 0;
    // Data that only the method that wrote them can read.
    out->state.algorithm.resize(0);
    out->description = "state at the end of a run, at t = 0";
    return out;
}

std::string state_bytes(const time::InitialState& state) {
    ArchiveWriter archive;
    archive(state.description, frame_of(*state.system), state.state);
    return archive.bytes();
}

std::shared_ptr<const time::InitialState> state_of(const std::string& bytes) {
    ArchiveReader archive("sweep: the state carried on", bytes);
    auto out = std::make_shared<time::InitialState>();
    Frame frame;
    archive(out->description, frame, out->state);
    archive.end();
    out->system = system_of(frame);
    return out;
}

}  // namespace jounce::sweep
