// Bodies of a mechanism that nothing holds: no joint, spring, gap or support.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/loose_bodies.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/messages/text.hpp"

namespace jounce {

namespace {

/// Frames by what joins them: a union-find structure whose element 0 is the ground.
class Groups {
  public:
    explicit Groups(const System& system)
        : of_(system.mechanism->frames.size()), frame_at_(static_cast<std::size_t>(system.size()), 0) {
        std::iota(of_.begin(), of_.end(), 0);
        const std::vector<PlanarFrame>& frames = system.mechanism->frames;
        for (std::size_t f = 1; f < frames.size(); ++f) {
            if (frames[f].link >= 0) {
                unite(static_cast<int>(f), system.mechanism->links[static_cast<std::size_t>(frames[f].link)].frame);
                continue;
            }
            for (const SparseRow& row : frames[f].rows) {
                if (frames[f].body && row.index.size() == 1 && row.prescribed.empty() && frame_at_[row.index[0]] == 0)
                    frame_at_[row.index[0]] = static_cast<int>(f);
                else
                    unite(static_cast<int>(f), 0);
            }
        }
        for (const FlexibleLink& link : system.mechanism->links) {
            for (const int mode : link.modes) frame_at_[mode] = link.frame;
            modes_.insert(link.modes.begin(), link.modes.end());
        }
    }
    void unite(int a, int b) { of_[root(std::max(root(a), root(b)))] = std::min(root(a), root(b)); }
    [[nodiscard]] int root(int a) const {
        while (of_[a] != a) a = of_[a];
        return a;
    }
    /// A gap or a friction: between two bodies, or against the ground.
    void join(const SparseRow& row) {
        if (row.index.empty()) return;
        const int first = frame_at_[row.index.front()];
        const bool alone = std::ranges::all_of(row.index, [&](int c) { return frame_at_[c] == first; });
        for (const int c : row.index) unite(alone ? 0 : first, frame_at_[c]);
    }
    /// Springs and dampers: entries between two bodies; on one body alone they hold it to the ground.
    void join(const linalg::SparseMatrix& matrix) {
        for (Eigen::Index c = 0; c < matrix.outerSize(); ++c) {
            const int frame = frame_at_[static_cast<std::size_t>(c)];
            if (frame == 0 || modes_.contains(static_cast<int>(c))) continue;
            double sum = 0, size = 0;
            for (linalg::SparseMatrix::InnerIterator entry(matrix, c); entry; ++entry) {
                if (entry.value() == 0) continue;
                unite(frame, frame_at_[static_cast<std::size_t>(entry.index())]);
                sum += entry.value();
                size += std::abs(entry.value());
            }
            if (std::abs(sum) > 1e-9 * size) unite(frame, 0);
        }
    }

  private:
    std::vector<int> of_;
    std::vector<int> frame_at_;  // of each free coordinate; 0: a structure's
    std::set<int> modes_;
};

}  // namespace

std::vector<std::vector<int>> loose_bodies(const System& system) {
    if (!system.mechanism) return {};
    const Mechanism& mechanism = *system.mechanism;
    Groups groups(system);
    for (const PlanarJoint& joint : mechanism.joints) groups.unite(joint.frames[0], joint.frames[1]);
    for (const PlanarPair& pair : mechanism.pairs) groups.unite(pair.frames[0], pair.frames[1]);
    for (const PlanarForce& force : mechanism.forces) {
        if (force.load.empty()) groups.unite(force.frames[0], force.frames[1]);
    }
    for (const SparseRow& row : system.rows) groups.join(row);
    groups.join(system.linear.K);
    groups.join(system.linear.C);
    std::vector<std::vector<int>> out;
    std::vector<int> roots;
    for (std::size_t f = 1; f < mechanism.frames.size(); ++f) {
        const int root = groups.root(static_cast<int>(f));
        if (root == 0 || !mechanism.frames[f].body) continue;
        const auto known = std::ranges::find(roots, root);
        if (known == roots.end()) {
            roots.push_back(root);
            out.push_back({static_cast<int>(f)});
        } else {
            out[static_cast<std::size_t>(known - roots.begin())].push_back(static_cast<int>(f));
        }
    }
    return out;
}

std::string loose_bodies_text(const System& system) {
    std::string out;
    const std::vector<std::vector<int>> groups = loose_bodies(system);
    if (groups.empty()) return out;
    const std::vector<PlanarFrame>& frames = system.mechanism->frames;
    const auto bodies = std::ranges::count_if(frames, [](const PlanarFrame& frame) { return frame.body; });
    // Initial values that satisfy all joints together leave others the rounding of the largest one.
    constexpr double rounding = 1e-12;
    const double least = rounding * (system.v0.size() > 0 ? system.v0.lpNorm<Eigen::Infinity>() : 0.0);
    const bool all_single = static_cast<std::size_t>(bodies) == groups.size();
    for (const std::vector<int>& group : groups) {
        const auto thrown = [&](int f) {
            return std::ranges::any_of(frames[static_cast<std::size_t>(f)].rows, [&](const SparseRow& row) {
                return std::ranges::any_of(row.index, [&](int c) { return std::abs(system.v0[c]) > least; });
            });
        };
        if (all_single || std::ranges::any_of(group, thrown)) continue;
        std::vector<std::string> names;
        for (const int f : group) names.push_back("'" + frames[static_cast<std::size_t>(f)].name + "'");
        if (!out.empty()) out += "; ";
        out += names.size() == 1
                   ? "body " + names[0] + " is joined to nothing: did you forget a joint?"
                   : "bodies " + join(names) + " are joined to each other alone: did you forget a joint to the ground?";
    }
    return out;
}

}  // namespace jounce
