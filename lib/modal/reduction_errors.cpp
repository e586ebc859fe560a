// The errors of a reduced basis: frequencies, static responses, mass and initial values, compared with the full model.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/reduction_errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "modal/rigid_motion.hpp"

namespace jounce::modal {

namespace {

constexpr double parallel = 1e-13;

/// " of p[3].uz", " of uz at p[1] and 4 more nodes", or " of p[1].ux and 2 more dofs".
std::string moved_dofs(const System& system, const PrescribedMotion& motion) {
    std::vector<int> dofs;
    for (Eigen::Index d = 0; d < motion.pattern.size(); ++d)
        if (motion.pattern[d] != 0) dofs.push_back(static_cast<int>(d));
    if (dofs.empty()) return {};
    const auto node = std::ranges::find(system.nodes, dofs.front() / 6 * 6, &SystemNode::first_dof);
    if (node == system.nodes.end()) return {};
    const std::string direction = dof_names[static_cast<std::size_t>(dofs.front() % 6)];
    if (dofs.size() == 1) return " of " + node->name + "." + direction;
    const bool alike = std::ranges::all_of(dofs, [&](int dof) { return dof % 6 == dofs.front() % 6; });
    const std::string others = std::to_string(dofs.size() - 1) + " more ";
    if (alike) return " of " + direction + " at " + node->name + " and " + others + (dofs.size() > 2 ? "nodes" : "node");
    return " of " + node->name + "." + direction + " and " + others + (dofs.size() > 2 ? "dofs" : "dof");
}

/// Which support moves, and by which matrix its motion loads the structure: three loads come from one motion.
std::string support_motion(const System& system, const Load& load) {
    constexpr std::array<const char*, 3> by = {" by stiffness", " by damping", " by mass"};
    const auto part = static_cast<std::size_t>(load.derivative);
    for (const PrescribedMotion& motion : system.recovery.prescribed) {
        const Vector& row = std::array{&motion.stiffness_row, &motion.damping_row, &motion.mass_row}[part][0];
        if (motion.support && motion.signal == load.signal && row.size() == load.pattern.size() && -row == load.pattern)
            return "support motion" + moved_dofs(system, motion) + by[part];
    }
    return std::string("support motion") + by[part];
}

std::string load_name(const System& system, const Load& load, std::size_t number) {
    const std::string what = load.term == WorkTerm::support ? support_motion(system, load)
                             : load.term == WorkTerm::base  ? "base motion"
                                                            : "load";
    return load.origin.known() ? what + " at " + load.origin.text() : what + " " + std::to_string(number + 1);
}

/// f^T K^-1 f of the elastic reduced modes.
double reduced_compliance(const ModalBasis& basis, int rigid, const Vector& force) {
    double sum = 0;
    for (Eigen::Index i = rigid; i < basis.shapes.cols(); ++i) {
        const double share = basis.shapes.col(i).dot(force);
        sum += share * share / basis.stiffness[i];
    }
    return sum;
}

/// A force with an elastic response of rounding only has a response of zero in both models.
Compared compared(const std::string& name, const Vector& force, const Vector& answer, const ModalBasis& basis, int rigid) {
    if (answer.isZero(0)) return {name, 0, 0};
    return {name, force.dot(answer), reduced_compliance(basis, rigid, force)};
}

double lost(const System& system, const ModalBasis& basis, const Vector& given) {
    if (given.size() != system.size() || given.isZero(0)) return 0;
    const Vector rest = given - basis.shapes * (basis.shapes.transpose() * (system.linear.mass() * given)).eval();
    return std::sqrt(std::max(0.0, rest.dot(system.linear.mass() * rest)) / given.dot(system.linear.mass() * given));
}

void compare_gaps(const System& system, const ModalBasis& basis, const Forces& rows, ReductionReport& report) {
    const auto add = [&](const std::string& name, int first, int count) {
        for (int i = 0; i < count; ++i) {
            const Vector row = Vector(rows.vectors.col(first + i)), answer = rows.answers.col(first + i);
            report.compliances.push_back(
                compared(count == 1 ? name : name + " " + std::to_string(i + 1), row, answer, basis, report.rigid));
        }
    };
    for (const Contact& contact : system.contacts) add(contact.name, contact.first_row, contact.gap.coordinates());
    for (const Friction& friction : system.frictions) add("friction of " + friction.name, friction.first_row, friction.own_rows);
}

/// Does the motion q over the free coordinates move the free nodes correctly? Violated constraints change the motion.
bool undistorted(const System& system, const Vector& q, const Vector& nodes) {
    const SparseMatrix& T = system.recovery.T;
    if (T.rows() != nodes.size() || T.cols() != q.size()) return true;
    constexpr double same = 1e-9;
    const double size = std::max(1.0, nodes.cwiseAbs().maxCoeff());
    const Vector moved = T * q, reach = T.cwiseAbs() * Vector::Ones(q.size());
    for (Eigen::Index i = 0; i < moved.size(); ++i) {
        if (reach[i] != 0 && std::abs(moved[i] - nodes[i]) > same * size) return false;
    }
    return true;
}

}  // namespace

ReductionLoads distinct_loads(const System& system) {
    std::vector<Vector> kept;
    ReductionLoads out;
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const Vector& pattern = system.loads[i].pattern;
        const double size = pattern.norm();
        if (size == 0) continue;
        const bool known = std::any_of(kept.begin(), kept.end(), [&](const Vector& other) {
            return std::abs(std::abs(other.dot(pattern)) - other.norm() * size) <= parallel * other.norm() * size;
        });
        if (known) continue;
        kept.push_back(pattern);
        out.names.push_back(load_name(system, system.loads[i], i));
    }
    out.patterns.resize(system.size(), static_cast<Eigen::Index>(kept.size()));
    for (std::size_t i = 0; i < kept.size(); ++i) out.patterns.col(static_cast<Eigen::Index>(i)) = kept[i];
    return out;
}

Matrix reduction_rigid_motions(const Structure& structure, const ModalBasis& basis) {
    const System& system = structure.system();
    return basis.shapes.transpose() * (system.linear.mass() * rigid_motions(system));
}

void measure_errors(const Structure& structure, const ModalBasis& basis, const ReductionForces& forces, ReductionReport& report) {
    const System& system = structure.system();
    const Eigen::Index elastic = basis.shapes.cols() - report.rigid;
    Eigen::Index both = std::min(elastic, structure.eigenvalues().size());
    // The method does not promise the frequencies that static vectors add beyond the modes.
    if (report.modes > 0) both = std::min<Eigen::Index>(both, report.modes);
    for (Eigen::Index i = 0; i < both; ++i) {
        report.frequencies.push_back({std::to_string(i + 1), std::sqrt(structure.eigenvalues()[i]) / (2 * std::numbers::pi),
                                      std::sqrt(basis.stiffness[report.rigid + i]) / (2 * std::numbers::pi)});
    }
    compare_gaps(system, basis, forces.rows, report);
    for (Eigen::Index j = 0; j < forces.loads.vectors.cols(); ++j) {
        report.loads.push_back(compared(forces.load_names[static_cast<std::size_t>(j)], Vector(forces.loads.vectors.col(j)),
                                        forces.loads.answers.col(j), basis, report.rigid));
    }
    const Matrix motions = rigid_motions(system);
    const Matrix momentum = system.linear.mass() * motions;
    const Matrix moved = basis.shapes.transpose() * momentum;
    const Matrix nodes = rigid_motions_of_nodes(system);
    for (int k = 0; k < 6; ++k) {
        if (!undistorted(system, motions.col(k), nodes.col(k))) continue;
        const double total = motions.col(k).dot(momentum.col(k));
        if (total > 0) report.mass.push_back({dof_names[static_cast<std::size_t>(k)], total, moved.col(k).squaredNorm()});
    }
    report.displacement_lost = lost(system, basis, system.q0);
    report.velocity_lost = lost(system, basis, system.v0);
}

}  // namespace jounce::modal
