// What the rates of contacts and joints of a System with joints take from motions that are functions of time.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/given_motions.hpp"

#include <algorithm>
#include <cmath>

#include "bodies/condition.hpp"
#include "linalg/dense/dense.hpp"
#include "system/mechanism/mechanism.hpp"

namespace jounce::time {

using linalg::Matrix;
using linalg::Vector;

GivenMotions::GivenMotions(const System& system) : system_(&system) {
    const Mechanism& mechanism = *system.mechanism;
    const auto count = [](const auto& list) { return static_cast<Eigen::Index>(list.size()); };
    const auto driven = [](const PlanarJoint& joint) { return joint.drive != nullptr; };
    if (system.recovery.prescribed.empty() && mechanism.driven_bodies() == 0 && std::ranges::none_of(mechanism.joints, driven))
        return;
    drives_ = count(system.recovery.prescribed);
    frames_ = drives_ + count(mechanism.joints);
    size_ = frames_ + 3 * count(mechanism.frames);
}

void GivenMotions::add_row(int row, double share, Vector& out) const {
    const SparseRow& of = system_->rows[static_cast<std::size_t>(row)];
    for (std::size_t e = 0; e < of.prescribed.size(); ++e) out[of.prescribed[e]] += share * of.prescribed_coefficient[e];
}

void GivenMotions::add_frames(const std::array<int, 2>& frames, const bodies::FrameRow& row, double share, Vector& out) const {
    for (int k = 0; k < 6; ++k) {
        const int number = frames[k < 3 ? 0 : 1];
        const PlanarFrame& frame = system_->mechanism->frames[static_cast<std::size_t>(number)];
        if (frame.driven) {
            out[frames_ + 3 * number + k % 3] += share * row[k];
            continue;
        }
        const SparseRow& of = frame.rows[static_cast<std::size_t>(k % 3)];
        for (std::size_t e = 0; e < of.prescribed.size(); ++e)
            out[of.prescribed[e]] += share * row[k] * of.prescribed_coefficient[e];
    }
}

Vector GivenMotions::of_side(const MechanismDynamics::Side& side) const {
    Vector out = Vector::Zero(size_);
    if (size_ == 0) return out;
    if (side.frames[0] >= 0) {
        add_frames(side.frames, side.along(), 1, out);
        return out;
    }
    const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
    for (int i = 0; i < contact.gap.coordinates(); ++i) add_row(contact.first_row + i, side.normal[i], out);
    return out;
}

Vector GivenMotions::of_slip(const MechanismDynamics& dynamics, std::size_t friction, std::size_t component) const {
    Vector out = Vector::Zero(size_);
    if (size_ == 0) return out;
    const MechanismDynamics::Rub& rub = dynamics.rubs()[friction];
    if (rub.side >= 0) {
        const MechanismDynamics::Side& side = dynamics.sides()[static_cast<std::size_t>(rub.side)];
        add_frames(side.frames, side.across(), 1, out);
        return out;
    }
    for (std::size_t l = 0; l < static_cast<std::size_t>(rub.rows.count); ++l)
        add_row(rub.rows.row[l], rub.rows.share[component][l], out);
    return out;
}

GivenMotions::Part GivenMotions::of_joints(MechanismDynamics& dynamics, const Vector& column) const {
    Part out{Vector::Zero(size_), Vector::Zero(size_)};
    const MechanismMotion& motion = dynamics.motion();
    if (size_ == 0 || motion.equations() == 0) return out;
    const Matrix J = motion.jacobian();
    Vector over(motion.coordinates());
    for (Eigen::Index c = 0; c < over.size(); ++c) over[c] = column[motion.coordinate()[static_cast<std::size_t>(c)]];
    const Vector mu = linalg::least_solution(J * J.transpose(), J * over);
    Eigen::Index row = 0;
    for (std::size_t j = 0; j < system_->mechanism->joints.size(); ++j) {
        const PlanarJoint& joint = system_->mechanism->joints[j];
        std::size_t equation = 0;
        for (const bodies::Condition& condition : joint.constraints) {
            const bodies::ConditionValue at =
                bodies::evaluate(condition, motion.frame(joint.frames[0]), motion.frame(joint.frames[1]));
            for (std::size_t i = 0; i < static_cast<std::size_t>(condition.equations()); ++i, ++equation) {
                if (!joint.kept[equation]) continue;
                Vector term = Vector::Zero(size_);
                add_frames(joint.frames, at.jacobian[i], mu[row], term);
                if (joint.drive) term[drives_ + static_cast<Eigen::Index>(j)] -= mu[row];
                out.value += term;
                out.terms += term.cwiseAbs();
                ++row;
            }
        }
    }
    return out;
}

}  // namespace jounce::time
