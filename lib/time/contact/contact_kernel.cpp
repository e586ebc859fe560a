// The contacts of a System in a time step: local motion, forces with their derivatives, and Newton in the local coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact/contact_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_lu.hpp"
#include "time/contact/hold_regularity.hpp"

namespace jounce::time {

using contact::ContactMemory;
using contact::LocalForce;

namespace {
constexpr int max_iterations = 40;
constexpr int more_with_friction = 40;  // laws that are nearly step functions
// Newton converges quadratically: after an increment this small the next one is below round-off.
constexpr double converged = 1e-9;
// Of the forces: what rounding over the regularity of sticks leaves undetermined.
constexpr double undetermined = 5 * epsilon / hold_regularity;
// Newton's method no longer converges where, from this iteration on, an increment is more than this part of the last one.
constexpr int late = 10;
constexpr double no_longer_falls = 0.5;
// With correct derivatives a small increment means balance; this limit detects laws with wrong derivatives.
constexpr double largest_imbalance = 1e-5;
constexpr double round_off = 1e-13;             // of a local motion, relative: some hundred rounding errors
constexpr double force_rounding = 8 * epsilon;  // of a force from a law, relative
}  // namespace

ContactKernel::ContactKernel(const System& system, Events events)
    : system_(&system), stepwise_(events == Events::stepwise), friction_(system, events) {
    row_start_.push_back(0);
    for (const SparseRow& row : system.rows) {
        row_index_.insert(row_index_.end(), row.index.begin(), row.index.end());
        row_coefficient_.insert(row_coefficient_.end(), row.coefficient.begin(), row.coefficient.end());
        row_start_.push_back(static_cast<int>(row_index_.size()));
        moving_stops_ = moving_stops_ || !row.prescribed.empty();
    }
    const std::size_t k = system.rows.size();
    rows_ = static_cast<int>(k);
    for (auto* v : {&x_free_, &v_free_, &x_, &v_, &force_, &answer_, &residual_}) v->assign(k, 0.0);
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            sides_[static_cast<std::size_t>(contact.first_side + s)] = {
                contact.gap.at(s), static_cast<std::size_t>(contact.first_row), c, contact.law.get(), contact.law->rigid};
        }
        const contact::Transition& t = *contact.law->transition;
        plain_ = plain_ && !(t.relaxes || t.latches || force_closes_apart(*contact.law) || contact.law->turning_point);
    }
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        for (int i = 0; i < system.contacts[c].gap.coordinates(); ++i) {
            row_contact_.push_back(static_cast<int>(c));
            row_first_.push_back(system.contacts[c].first_row);
            row_width_.push_back(system.contacts[c].gap.coordinates());
        }
    }
    for (std::size_t i = row_contact_.size(); i < k; ++i) {
        row_contact_.push_back(static_cast<int>(system.contacts.size()));
        row_first_.push_back(static_cast<int>(i));
        row_width_.push_back(1);
    }
    radius_.resize(sides_.size());
    held_.resize(sides_.size());
    begins_.resize(sides_.size());
    surface_.assign(sides_.size(), 0.0);
    local_.resize(system.contacts.size() + 1);
    active_.reserve(k);
    rigid_row_.resize(k);
    pivots_.resize(k);
    jacobian_.resize(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k));
}

void ContactKernel::add_moving_stops(double time, std::size_t first, std::size_t count, double* x, double* v) const {
    for (std::size_t i = 0; i < count; ++i) {
        const SparseRow& row = system_->rows[first + i];
        for (std::size_t j = 0; j < row.prescribed.size(); ++j) {
            const SignalSample s = system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[j])].signal->sample(time);
            x[i] += row.prescribed_coefficient[j] * s.value;
            v[i] += row.prescribed_coefficient[j] * s.first;
        }
    }
}

linalg::Matrix ContactKernel::transposed(int n) const {
    linalg::Matrix out = linalg::Matrix::Zero(n, rows());
    for (int i = 0; i < rows(); ++i) {
        for (int e = row_start_[i]; e < row_start_[i + 1]; ++e) out(row_index_[e], i) += row_coefficient_[e];
    }
    return out;
}

void ContactKernel::sample_slip() {
    std::fill(held_.begin(), held_.end(), 0);
    active_.clear();
    friction_.begin_flight(*from_);
    friction_.evaluate({x_free_.data(), v_free_.data(), force_.data()}, {sides_now_, radius_.data(), held_.data()}, nullptr,
                       answer_.data(), active_);
}

void ContactKernel::evaluate(const Compliance& compliance) {
    const int k = rows();
    for (int i = 0; i < k; ++i) {
        double x = x_free_[static_cast<std::size_t>(i)];
        double v = v_free_[static_cast<std::size_t>(i)];
        for (const int j : active_) {
            x -= compliance.x(i, j) * force_[static_cast<std::size_t>(j)];
            v -= compliance.v(i, j) * force_[static_cast<std::size_t>(j)];
        }
        x_[static_cast<std::size_t>(i)] = x;
        v_[static_cast<std::size_t>(i)] = v;
        answer_[static_cast<std::size_t>(i)] = 0;
        rigid_row_[static_cast<std::size_t>(i)] = 0;
    }
    active_.clear();
    std::size_t c = 0;
    for (const Contact& contact : system_->contacts) {
        const std::size_t at_contact = c++;
        const std::size_t row = static_cast<std::size_t>(contact.first_row);
        bool touched = false;
        const std::size_t end = static_cast<std::size_t>(contact.first_side + contact.gap.sides());
        for (std::size_t side = static_cast<std::size_t>(contact.first_side); side < end; ++side) {
            SideState& now = sides_now_[side];
            const contact::SideMotion motion = move(side, x_.data(), v_.data());
            if (stepwise_ && motion.motion.indentation > surface_[side]) held_[side] = 1;
            if (!held_[side]) {
                now.response = {};
                continue;
            }
            if (!touched) local_[at_contact] = {};
            touched = true;
            if (sides_[side].rigid) {
                now.response = {};
                for (int i = 0; i < contact.gap.coordinates(); ++i) rigid_row_[row + static_cast<std::size_t>(i)] = 1;
                continue;
            }
            contact::Motion at = motion.motion;
            if (begins_[side]) [[unlikely]]
                at.indentation = std::min(at.indentation, now.memory.permanent_indentation);
            // Built in place: see contact::floored_response.
            ::new (&now.response) contact::Response(stepwise_ ? held_response(*contact.law, at, now.memory)
                                                              : status_response(*contact.law, at, now.memory));
            add_side_force(contact.gap, motion, now.response, &v_[row], local_[at_contact]);
            ++evaluations_;
        }
        if (!touched) continue;
        any_force_ = true;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            answer_[row + static_cast<std::size_t>(i)] = local_[at_contact].force[static_cast<std::size_t>(i)];
            active_.push_back(contact.first_row + i);
        }
    }
    if (friction_.empty()) return;
    friction_.evaluate({x_.data(), v_.data(), force_.data()}, {sides_now_, radius_.data(), held_.data()},
                       compliance.v.size() > 0 ? &compliance : nullptr, answer_.data(), active_);
    any_force_ = any_force_ || !active_.empty();
}

double ContactKernel::rounding(int row, const Compliance& compliance) const {
    // The force change due to the rounding of the motion: near the end of a contact it is the whole force. The
    // stiffness is limited to that of the step itself.
    const std::size_t i = static_cast<std::size_t>(row);
    if (row_contact_[i] == static_cast<int>(system_->contacts.size())) return friction_.rounding(row, v_free_.data(), compliance);
    const int width = row_width_[i];
    const int first = row_first_[i];
    const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[i])];
    double sum = 0;
    // The speed that a rigid stop takes has its rounding; in plane gaps its equation is linear and solved at once.
    if (rigid_row_[i] && width == 2) {
        const auto at = static_cast<std::size_t>(first);
        sum = std::hypot(v_[at], v_[at + 1]) / along_normal(at, compliance);
    }
    for (int l = 0; l < width; ++l) {
        const std::size_t at = static_cast<std::size_t>(width * (row - first) + l);
        const int other = first + l;
        sum += std::fmin(std::abs(local.stiffness[at]), 1 / compliance.x(other, other)) *
                   std::abs(x_[static_cast<std::size_t>(other)]) +
               std::fmin(std::abs(local.damping[at]), 1 / compliance.v(other, other)) *
                   std::abs(v_[static_cast<std::size_t>(other)]);
    }
    return round_off * sum + (friction_.empty() ? 0.0 : friction_.rounding(row, v_free_.data(), compliance));
}

bool ContactKernel::balanced(const Compliance& compliance) const {
    double largest = 0;
    for (const int i : active_) largest = std::max(largest, std::abs(force_[static_cast<std::size_t>(i)]));
    for (const int i : active_) {
        const std::size_t row = static_cast<std::size_t>(i);
        if (rigid_row_[row] && row_width_[row] == 1) continue;
        double difference = std::abs(force_[row] - answer_[row]);
        if (rigid_row_[row]) {
            // Along the normal any force holds.
            const auto first = static_cast<std::size_t>(row_first_[row]);
            const auto& n = normal_at(row);
            difference = std::abs(n[0] * (force_[first + 1] - answer_[first + 1]) - n[1] * (force_[first] - answer_[first]));
        }
        if (difference <= round_off * largest) continue;
        // The components of one contact share its scale.
        double scale = 0;
        for (int l = 0; l < row_width_[row]; ++l) {
            const std::size_t other = static_cast<std::size_t>(row_first_[row] + l);
            scale = std::max(scale, std::abs(force_[other]) + std::abs(answer_[other]));
        }
        if (difference > largest_imbalance * scale + round_off * largest + rounding(i, compliance)) return false;
    }
    return true;
}

bool ContactKernel::settled() const {
    if (!friction_.empty()) return false;
    for (const int i : active_) {
        const std::size_t row = static_cast<std::size_t>(i);
        if (rigid_row_[row] || !(std::abs(force_[row] - answer_[row]) <= force_rounding * std::abs(answer_[row]))) return false;
    }
    return true;
}

bool ContactKernel::newton_step_of_one(const Compliance& compliance, std::size_t row) {
    const int i = static_cast<int>(row);
    const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[row])];
    const double slope = 1 + local.stiffness[0] * compliance.x(i, i) + local.damping[0] * compliance.v(i, i);
    residual_[0] = (answer_[row] - force_[row]) / slope;
    return slope != 0 && std::isfinite(slope) && std::isfinite(residual_[0]);
}

bool ContactKernel::newton_step(const Compliance& compliance, int iteration) {
    const int m = static_cast<int>(active_.size());
    if (m == 1 && friction_.empty()) {
        const std::size_t row = static_cast<std::size_t>(active_[0]);
        if (!rigid_row_[row]) return newton_step_of_one(compliance, row);
    }
    for (int a = 0; a < m; ++a) {
        const int i = active_[static_cast<std::size_t>(a)];
        const std::size_t row = static_cast<std::size_t>(i);
        double* entry = jacobian_.data() + a;
        if (rigid_row_[row] && row_width_[row] == 1) {
            // rate = 0: sum_j compliance.v_ij df_j = v_i, scaled to a diagonal of one
            const double scale = 1 / compliance.v(i, i);
            residual_[static_cast<std::size_t>(a)] = v_[row] * scale;
            for (int b = 0; b < m; ++b)
                entry[static_cast<std::ptrdiff_t>(b) * m] = compliance.v(i, active_[static_cast<std::size_t>(b)]) * scale;
            continue;
        }
        // df + (dF/dx compliance.x + dF/dv compliance.v) df = F - f; dF is block-diagonal by contact
        residual_[static_cast<std::size_t>(a)] = answer_[row] - force_[row];
        const int width = row_width_[row];
        const int first = row_first_[row];
        const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[row])];
        for (int b = 0; b < m; ++b) {
            const int j = active_[static_cast<std::size_t>(b)];
            double sum = a == b ? 1.0 : 0.0;
            for (int l = 0; l < width; ++l) {
                const std::size_t at = static_cast<std::size_t>(width * (i - first) + l);
                sum += local.stiffness[at] * compliance.x(first + l, j) + local.damping[at] * compliance.v(first + l, j);
            }
            entry[static_cast<std::ptrdiff_t>(b) * m] = sum;
        }
    }
    if (!friction_.empty()) {
        friction_.linearise({x_.data(), v_.data(), force_.data()}, compliance, active_, iteration, jacobian_.data(),
                            residual_.data());
    }
    hold_on_circles(compliance);
    return linalg::solve_small_system(m, jacobian_.data(), pivots_.data(), residual_.data());
}

namespace {
/// |sum_j V_ij df_j|/V_ii: of an increment of forces, the part that moves a row.
double moving_part(const Compliance& compliance, const std::vector<int>& active, const std::vector<double>& increment) {
    double largest = 0;
    for (const int i : active) {
        if (!(compliance.v(i, i) > 0)) continue;
        double speed = 0;
        for (std::size_t b = 0; b < active.size(); ++b) speed += compliance.v(i, active[b]) * increment[b];
        largest = std::fmax(largest, std::abs(speed) / compliance.v(i, i));
    }
    return largest;
}
}  // namespace

StepReport ContactKernel::solve_contact(const Compliance& compliance, const State& from, double h) {
    StepReport report;
    evaluations_ = 0;
    begin_trial(from, h);
    active_.clear();
    for (int i = 0; i < rows(); ++i) {
        if (force_[static_cast<std::size_t>(i)] != 0) active_.push_back(i);
    }
    evaluate(compliance);

    double change = 0;
    double size = 0;
    // The last increment relative to the forces, then relative to the forces plus their rounding error.
    const auto small = [&] {
        if (change <= converged * size) return true;
        for (const int i : active_) {
            size = std::max(size, std::abs(force_[static_cast<std::size_t>(i)]) + rounding(i, compliance) / converged);
        }
        return change <= converged * size;
    };
    const int most = max_iterations + (friction_.empty() ? 0 : more_with_friction);
    for (int iteration = 1; iteration <= most; ++iteration) {
        report.iterations = iteration;
        if (!newton_step(compliance, iteration)) break;
        const double last = change;
        change = 0;
        size = std::numeric_limits<double>::min();
        for (std::size_t a = 0; a < active_.size(); ++a) {
            double& f = force_[static_cast<std::size_t>(active_[a])];
            f += residual_[a];
            change = std::max(change, std::abs(residual_[a]));
            size = std::max(size, std::abs(f));
        }
        // Where stops and sticks hold one motion, their forces among each other are determined to rounding over the regularity
        // of the constraints: the increments stay that large, and what they change there moves nothing.
        if (iteration >= late && change >= no_longer_falls * last && change <= undetermined * size)
            change = std::min(change, moving_part(compliance, active_, residual_));
        evaluate(compliance);
        if (!std::isfinite(change)) break;
        if (settled() || (small() && balanced(compliance))) {
            report.evaluations = evaluations_;
            report.residual = change / size;
            drop_rounding(compliance);
            return report;
        }
    }
    report.converged = false;
    report.evaluations = evaluations_;
    report.residual = change / size;
    for (const int i : active_) {
        const auto row = static_cast<std::size_t>(i);
        if (!rigid_row_[row]) report.imbalance = std::max(report.imbalance, std::abs(force_[row] - answer_[row]));
    }
    // The failure is reported for the contact with the largest force.
    double largest = -1;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (held_[s] && std::abs(sides_now_[s].response.force) > largest) {
            largest = std::abs(sides_now_[s].response.force);
            report.contact = static_cast<int>(sides_[s].contact);
        }
    }
    return report;
}

void ContactKernel::commit_contact(State& to) const {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        SideState& side = to.sides[s];
        if (sides_[s].rigid) {
            // The multiplier pushes one of the sides that share the row.
            const std::size_t row = sides_[s].row;
            double push = held_[s] ? force_[row] * side.normal[0] : 0.0;
            if (held_[s] && sides_[s].gap.shape == contact::GapShape::circular) push += force_[row + 1] * side.normal[1];
            side.response.force = push;
            continue;
        }
        if (stepwise_) {
            settle_stepwise(*sides_[s].law, held_[s] != 0, surface_[s], side.response.force, from_->sides[s].motion.rate,
                            side.motion, side.memory);
        }
        if (!side.memory.closed && !plain_) {
            side.memory.closed = held_[s];
            commit_open(s, side);
            side.memory.closed = false;
        }
        if (!stepwise_ && side.memory.closed) {
            side.memory.max_indentation = std::max(side.memory.max_indentation, side.motion.indentation);
            turn_if_due(*sides_[s].law, side.motion, 0, side.memory);
        }
    }
    if (!friction_.empty()) friction_.commit(to);
}

void ContactKernel::evaluate_state(State& state, bool initial) {
    static const Compliance none;
    from_ = &state;
    sides_now_ = state.sides.data();
    end_time_ = state.time;
    std::fill(force_.begin(), force_.end(), 0.0);
    active_.clear();
    flight_ = false;
    any_force_ = false;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const Side& side = sides_[s];
        const contact::Motion motion = move(s, x_free_.data(), v_free_.data()).motion;
        contact::ContactMemory& memory = state.sides[s].memory;
        if (initial) contact::start(*side.law, motion, state.time, contact::strikes_are_located, memory);
        const bool latched = side.law->transition->latches && !memory.closed;
        surface_[s] = latched ? infinite : memory.closed ? 0.0 : surface_of(*side.law, memory, state.time).value;
        held_[s] = memory.closed || (stepwise_ && motion.indentation > surface_[s]);
        // A contact that was located to begin here begins on its surface: for a force that grows as delta^(1/4), the
        // location error would be amplified to a thousandth of the force. A body that begins at rest inside has no such error.
        const double over = motion.indentation - memory.permanent_indentation;
        const contact::GapGeometry& gap = system_->contacts[side.contact].gap;
        const bool located = over <= (motion.rate > 0 ? 1e-9 * std::abs(gap.clearance) : 0.0);
        begins_[s] = !initial && memory.closed && memory.onset_time == state.time && located ? 1 : 0;
    }
    if (!friction_.empty()) friction_.begin_instant(state);
    evaluate(none);
    std::fill(begins_.begin(), begins_.end(), 0);
    std::copy(answer_.begin(), answer_.end(), force_.begin());
    commit_contact(state);
}

}  // namespace jounce::time
