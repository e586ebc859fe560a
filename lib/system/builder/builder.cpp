// Collects the matrices, loads, constraints and gaps of the entries.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/builder/builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "system/shells/shell_assembly.hpp"

namespace jounce {

namespace {
std::string place(const Origin& origin) { return origin.known() ? " at " + origin.text() : std::string(); }
}  // namespace

Builder::Builder(const Model& model)
    : model_(model),
      touched_(dof_count(), false),
      has_mass_(dof_count(), false),
      constraints_(dof_count(), [this](int dof) { return dof_name(dof); }),
      held_constraints_(constraints_) {}

void Builder::begin(const std::string& kind, const Handle& handle, const Origin& origin) {
    kind_ = kind;
    handle_ = handle;
    origin_ = origin;
}

Eigen::Vector3d Builder::position(int node) const { return Eigen::Vector3d(model_.nodes()[node].position.data()); }

std::string Builder::held_dof(int dof) const {
    const std::string name = fmt::format("'{}'", dof_name(dof));
    const Constraints::Expression* held = constraints_.expression(dof);
    return held == nullptr ? name : fmt::format("{} ({}{})", name, held->verb, place(held->origin));
}

std::string Builder::dof_name(int dof) const { return model_.nodes()[dof / 6].name + "." + dof_names[dof % 6]; }

std::vector<int> Builder::dofs(std::initializer_list<int> nodes) {
    std::vector<int> out;
    for (const int node : nodes) {
        for (int d = 0; d < 6; ++d) out.push_back(6 * node + d);
    }
    return out;
}

void Builder::add(ElementMatrices& matrices, std::span<const int> dofs, const Eigen::Ref<const Matrix>& matrix) {
    const int size = static_cast<int>(dofs.size());
    for (int j = 0; j < size; ++j) {
        for (int i = 0; i < size; ++i) {
            if (matrix(i, j) == 0) continue;
            touched_[dofs[i]] = touched_[dofs[j]] = true;
        }
    }
    matrices.add(dofs, matrix);
}

void Builder::shell_part(ShellPart part, elements::ShellMass mass) {
    for (const ShellPiece& piece : part.pieces)
        for (int i = 0; i < piece.properties.corners(); ++i) std::fill_n(touched_.begin() + 6 * piece.nodes[i], 6, true);
    shells_->push_back(std::move(part));
    shell_masses_.push_back({mass, origin_});
}

std::shared_ptr<const ShellElements> Builder::shell_elements() const {
    if (shells_->empty()) return nullptr;
    // By the node of the lowest number, in ranges: neighbours, and the coordinates of their nodes, mostly have the same rank.
    const int nodes = dof_count() / 6;
    const auto [first, end] = ranks_ != nullptr ? ranks_->own(nodes) : std::pair<Eigen::Index, Eigen::Index>(0, nodes);
    std::vector<ShellElements::Part> parts;
    for (std::size_t p = 0; p < shells_->size(); ++p) {
        const std::vector<ShellPiece>& pieces = (*shells_)[p].pieces;
        parts.push_back({{}, shell_masses_[p].mass, shell_masses_[p].origin});
        parts.back().pieces.reserve(pieces.size());
        for (const ShellPiece& piece : pieces) {
            const int lowest = *std::min_element(piece.nodes.begin(), piece.nodes.begin() + piece.properties.corners());
            if (lowest >= first && lowest < end) parts.back().pieces.push_back(&piece);
        }
    }
    return std::make_shared<const ShellElements>(parts, nodes);
}

void Builder::sum() {
    if (ranks_ != nullptr && ranks_->rank() > 0) mass_ = stiffness_ = {};
    const std::shared_ptr<const ShellElements> shells = shell_elements();
    const auto complete = [this](ElementMatrices& matrices, FullMatrix& full, const auto& elements, ShellMatrixFunction matrix) {
        SparseMatrix stored = matrices.sum(dof_count());
        matrices = {};
        full.make(elements, matrix, stored);
    };
    complete(mass_, full_mass_, shells, elements::shell_mass);
    complete(stiffness_, full_stiffness_, shells,
             [](const elements::Shell& shell, elements::ShellMass) { return elements::shell_stiffness(shell); });
    complete(damping_, full_damping_, std::shared_ptr<const ShellElements>(), nullptr);
}

void Builder::fix(int dof) {
    constraints_.add({{{dof, 1}}, {}, "fixed", subject(), origin_});
    hold(dof);
}

void Builder::hold(int dof) {
    if (std::ranges::find(held_, dof, &HeldDof::dof) != held_.end()) return;  // the same support given twice
    held_.push_back({dof});
    tell_shared({{{dof, 1}}, {{static_cast<int>(held_.size()) - 1, 1}}, {}, {}, {}});
}

void Builder::tell_shared(const Constraint& constraint) {
    for (const LinearTerm& motion : held_constraints_.try_add(constraint)) held_[motion.index].shared = true;
}

int Builder::motion(SignalPointer signal) {
    motions_.push_back({std::move(signal), origin_, subject()});
    return static_cast<int>(motions_.size()) - 1;
}

void Builder::prescribe(int dof, int motion) {
    constraints_.add({{{dof, 1}}, {{motion, 1}}, "prescribed", subject(), origin_});
    hold(dof);
}

void Builder::constrain(std::vector<LinearTerm> terms, std::string verb) {
    Constraint constraint{std::move(terms), {}, std::move(verb), subject(), origin_};
    constraints_.add(constraint);
    tell_shared(constraint);
}

void Builder::load(FullLoad load) {
    load.origin = origin_;
    load.name = name();
    load.subject = subject();
    for (const LinearTerm& term : load.pattern) need(term.index, subject());
    loads_.push_back(std::move(load));
}

void Builder::mass_load(MassLoad load) {
    load.origin = origin_;
    load.name = name();
    load.subject = subject();
    mass_loads_.push_back(std::move(load));
}

void Builder::gap(FullGap gap) {
    gap.origin = origin_;
    gap.subject = subject();
    for (const auto& row : gap.rows) {
        for (const LinearTerm& term : row) need(term.index, subject());
    }
    gaps_.push_back(std::move(gap));
}

void Builder::friction(FullFriction friction) {
    friction.friction.origin = origin_;
    friction.subject = subject();
    if (friction.friction.contact >= 0) friction.friction.contact = static_cast<int>(gaps_.size()) - 1;
    for (const auto& row : friction.rows) {
        for (const LinearTerm& term : row) need(term.index, subject());
    }
    frictions_.push_back(std::move(friction));
}

void Builder::give(std::vector<GivenDof>& list, int dof, double value) {
    for (const GivenDof& earlier : list) {
        if (earlier.dof == dof && earlier.value != value) {
            throw bad_case(subject() + ": the initial value of '" + dof_name(dof) + "' is already given" + place(earlier.origin));
        }
    }
    list.push_back({dof, value, origin_});
}

void Builder::set_damping(DampingPointer damping) {
    if (damping_model_) throw bad_case(subject() + ": the structural damping is already given" + place(damping_origin_));
    damping_model_ = std::move(damping);
    damping_origin_ = origin_;
}

void Builder::claim_gravity() {
    if (has_gravity_) throw bad_case(subject() + ": gravity is already given" + place(gravity_origin_));
    has_gravity_ = true;
    gravity_origin_ = origin_;
}

}  // namespace jounce
