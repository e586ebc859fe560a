// Frames and joints of a mechanism at one instant: positions, velocities, constraint values, Jacobians and quadratic terms.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/motion.hpp"

#include <algorithm>

namespace jounce {

using bodies::FrameMatrix;
using bodies::FrameMotion;
using bodies::FrameRow;

MechanismMotion::MechanismMotion(const System& system, const Mechanism& mechanism, std::span<const PlanarJoint> joints)
    : system_(&system), mechanism_(&mechanism), joints_(joints) {
    frames_.resize(mechanism.frames.size());
    fixed_.resize(frames_.size());
    given_.resize(frames_.size());
    const std::vector<int>& coordinates = mechanism.coordinates;
    for (std::size_t f = 0; f < frames_.size(); ++f) {
        const PlanarFrame& frame = mechanism.frames[f];
        bool moves = false;
        bool timed = frame.driven != nullptr;
        fixed_[f].position = {frame.offset[0], frame.offset[1]};
        fixed_[f].set_angle(frame.offset[2]);
        for (const SparseRow& row : frame.rows) {
            moves = moves || !row.index.empty();
            timed = timed || !row.prescribed.empty();
            Terms terms{static_cast<int>(place_.size()), 0};
            for (std::size_t e = 0; e < row.index.size(); ++e) {
                free_.push_back(row.index[e]);
                place_.push_back(static_cast<int>(std::lower_bound(coordinates.begin(), coordinates.end(), row.index[e]) -
                                                  coordinates.begin()));
                coefficient_.push_back(row.coefficient[e]);
            }
            terms.last = static_cast<int>(place_.size());
            terms_.push_back(terms);
        }
        if (moves && frame.link < 0) moving_.push_back(f);
        if (timed) timed_.push_back(f);
        frames_[f] = fixed_[f];
    }
    drives_.resize(joints.size());
    std::size_t constraints = 0;
    for (std::size_t j = 0; j < joints.size(); ++j) {
        const PlanarJoint& joint = joints[j];
        if (joint.drive) driven_.push_back(j);
        kept_.insert(kept_.end(), joint.kept.begin(), joint.kept.end());
        first_constraint_.push_back(static_cast<int>(constraints));
        first_row_.push_back(equations_);
        constraints += joint.constraints.size();
        equations_ += static_cast<int>(std::count(joint.kept.begin(), joint.kept.end(), true));
    }
    for (Instant& at : instants_) {
        at.fixed.resize(timed_.size());
        at.given.resize(timed_.size());
        for (std::size_t i = 0; i < timed_.size(); ++i) at.fixed[i] = fixed_[timed_[i]];
        at.drives.resize(driven_.size());
    }
    values_.resize(constraints);
    for (linalg::Vector* v : {&value_, &rate_, &quadratic_}) *v = linalg::Vector::Zero(equations_);
    start_links();
    jacobian_ = linalg::Matrix::Zero(equations_, static_cast<Eigen::Index>(coordinates.size()));
}

void MechanismMotion::set_time(double time) {
    time_ = time;
    if (timed_.empty() && driven_.empty()) return;
    auto* known = std::ranges::find(instants_, time, &Instant::time);
    if (known == instants_.end()) {
        known = &instants_[oldest_];
        oldest_ = (oldest_ + 1) % instants_.size();
        known->time = std::numeric_limits<double>::quiet_NaN();  // a user's signal may throw
        sample(time, *known);
        known->time = time;
    }
    for (std::size_t i = 0; i < timed_.size(); ++i) {
        fixed_[timed_[i]] = known->fixed[i];
        given_[timed_[i]] = known->given[i];
    }
    for (std::size_t i = 0; i < driven_.size(); ++i) drives_[driven_[i]] = known->drives[i];
}

void MechanismMotion::sample(double time, Instant& at) const {
    for (std::size_t i = 0; i < timed_.size(); ++i) {
        const std::size_t f = timed_[i];
        FrameMotion& fixed = at.fixed[i];
        const PlanarFrame& frame = mechanism_->frames[f];
        if (frame.driven) {
            const DrivenMotion m = frame.driven->at_time(time);
            fixed = m.motion;
            at.given[i] = {m.acceleration.x(), m.acceleration.y(), m.angular_acceleration};
            continue;
        }
        std::array<SignalSample, 3> sum;
        for (std::size_t k = 0; k < 3; ++k) {
            sum[k].value = frame.offset[k];
            const SparseRow& row = frame.rows[k];
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                const SignalSample s =
                    system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])].signal->sample(time);
                sum[k].value += row.prescribed_coefficient[e] * s.value;
                sum[k].first += row.prescribed_coefficient[e] * s.first;
                sum[k].second += row.prescribed_coefficient[e] * s.second;
            }
        }
        fixed.position = {sum[0].value, sum[1].value};
        fixed.velocity = {sum[0].first, sum[1].first};
        fixed.set_angle(sum[2].value);
        fixed.rate = sum[2].first;
        at.given[i] = {sum[0].second, sum[1].second, sum[2].second};
    }
    for (std::size_t i = 0; i < driven_.size(); ++i) at.drives[i] = joints_[driven_[i]].drive->sample(time);
}

void MechanismMotion::move(const double* q, const double* v) {
    for (const std::size_t f : timed_) {
        frames_[f] = fixed_[f];
        if (v != nullptr) continue;
        frames_[f].velocity.setZero();
        frames_[f].rate = 0;
    }
    for (const std::size_t f : moving_) {
        const FrameMotion& fixed = fixed_[f];
        const auto sum = [&](std::size_t k, double value, const double* of) {
            const Terms& terms = terms_[3 * f + k];
            for (int e = terms.first; e < terms.last; ++e) {
                const auto at = static_cast<std::size_t>(e);
                value += coefficient_[at] * of[free_[at]];
            }
            return value;
        };
        FrameMotion& m = frames_[f];
        m.position[0] = sum(0, fixed.position[0], q);
        m.position[1] = sum(1, fixed.position[1], q);
        m.set_angle(sum(2, fixed.angle, q));
        if (v == nullptr) {
            m.velocity.setZero();
            m.rate = 0;
            continue;
        }
        m.velocity[0] = sum(0, fixed.velocity[0], v);
        m.velocity[1] = sum(1, fixed.velocity[1], v);
        m.rate = sum(2, fixed.rate, v);
    }
    if (!eta_.empty()) move_links(q, v);
}

double MechanismMotion::spring_energy() const {
    double sum = 0;
    for (const PlanarForce& force : mechanism_->forces) {
        if (force.stiffness == 0) continue;
        const FrameMotion& first = frame(force.frames[0]);
        const FrameMotion& second = frame(force.frames[1]);
        const double length = force.kind == PlanarForce::Kind::turning
                                  ? second.angle - first.angle
                                  : (second.point(force.points[1]) - first.point(force.points[0])).norm();
        sum += 0.5 * force.stiffness * (length - force.free) * (length - force.free);
    }
    return sum;
}

void MechanismMotion::constrain() {
    jacobian_.setZero();
    int row = 0;
    std::size_t equation = 0;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
        const PlanarJoint& joint = joints_[j];
        const FrameMotion& first = frame(joint.frames[0]);
        const FrameMotion& second = frame(joint.frames[1]);
        const std::array<double, 3>& a = given_acceleration(joint.frames[0]);
        const std::array<double, 3>& b = given_acceleration(joint.frames[1]);
        for (std::size_t c = 0; c < joint.constraints.size(); ++c) {
            bodies::ConditionValue& at = values_[static_cast<std::size_t>(first_constraint_[j]) + c];
            at = evaluate(joint.constraints[c], first, second);
            for (int i = 0; i < joint.constraints[c].equations(); ++i, ++equation) {
                if (kept_[equation] == 0) continue;
                const auto k = static_cast<std::size_t>(i);
                const FrameRow& z = at.jacobian[k];
                value_[row] = at.value[k] - drives_[j].value;
                rate_[row] = speed(joint.frames, z) - drives_[j].first;
                quadratic_[row] = at.quadratic[k] + z[0] * a[0] + z[1] * a[1] + z[2] * a[2] + z[3] * b[0] + z[4] * b[1] +
                                  z[5] * b[2] - drives_[j].second;
                for (int e = 0; e < 6; ++e) {
                    if (z[e] == 0) continue;
                    const Terms& terms = terms_[static_cast<std::size_t>(3 * joint.frames[e < 3 ? 0 : 1] + e % 3)];
                    for (int t = terms.first; t < terms.last; ++t)
                        jacobian_(row, place_[static_cast<std::size_t>(t)]) += z[e] * coefficient_[static_cast<std::size_t>(t)];
                }
                ++row;
            }
        }
    }
}

void MechanismMotion::scatter(const std::array<int, 2>& frames, const FrameMatrix& matrix, double scale,
                              linalg::Matrix& out) const {
    const auto terms_of = [&](int k) -> const Terms& {
        return terms_[static_cast<std::size_t>(3 * frames[k < 3 ? 0 : 1] + k % 3)];
    };
    for (int i = 0; i < 6; ++i) {
        const Terms& rows = terms_of(i);
        for (int j = 0; j < 6; ++j) {
            const double factor = scale * matrix(i, j);
            if (factor == 0) continue;
            const Terms& columns = terms_of(j);
            for (int r = rows.first; r < rows.last; ++r) {
                for (int c = columns.first; c < columns.last; ++c) {
                    const auto a = static_cast<std::size_t>(r);
                    const auto b = static_cast<std::size_t>(c);
                    out(place_[a], place_[b]) += factor * coefficient_[a] * coefficient_[b];
                }
            }
        }
    }
}

void MechanismMotion::add_second_derivative(const double* multipliers, double scale, linalg::Matrix& out) const {
    int row = 0;
    for (const PlanarJoint& joint : joints_) {
        std::size_t equation = 0;
        for (const bodies::Condition& c : joint.constraints) {
            std::array<double, 2> lambda{};
            for (int i = 0; i < c.equations(); ++i, ++equation) {
                if (joint.kept[equation]) lambda[static_cast<std::size_t>(i)] = multipliers[row++];
            }
            scatter(joint.frames, second_derivative(c, frame(joint.frames[0]), frame(joint.frames[1]), lambda.data()), scale,
                    out);
        }
    }
    if (!markers_.empty()) add_link_curvature(multipliers, scale, out);
}

void MechanismMotion::add_frame_forces(int joint, const double* multipliers, std::span<std::array<double, 3>> forces) const {
    const PlanarJoint& of = joints_[static_cast<std::size_t>(joint)];
    int row = first_row_[static_cast<std::size_t>(joint)];
    std::size_t equation = 0;
    for (std::size_t c = 0; c < of.constraints.size(); ++c) {
        const bodies::ConditionValue& at =
            values_[static_cast<std::size_t>(first_constraint_[static_cast<std::size_t>(joint)]) + c];
        for (int i = 0; i < of.constraints[c].equations(); ++i, ++equation) {
            if (!of.kept[equation]) continue;
            const double lambda = multipliers[row++];
            for (std::size_t k = 0; k < 6; ++k)
                forces[static_cast<std::size_t>(of.frames[k < 3 ? 0 : 1])][k % 3] -=
                    lambda * at.jacobian[static_cast<std::size_t>(i)][static_cast<Eigen::Index>(k)];
        }
    }
}

}  // namespace jounce
