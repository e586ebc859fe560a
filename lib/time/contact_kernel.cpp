// The contacts of a System in a time step: local motion, forces with their derivatives, and Newton in the local coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/contact_kernel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/hermite.hpp"
#include "base/roots.hpp"
#include "linalg/small_lu.hpp"

namespace jounce::time {

using contact::ContactMemory;
using contact::GapGeometry;
using contact::LocalForce;
using contact::Motion;

namespace {
constexpr int max_iterations = 40;
// Newton converges quadratically: after an increment this small the next one is below round-off.
constexpr double tolerance = 1e-9;
// With right derivatives a small increment means balance; a law whose derivatives are wrong is noticed by this one.
constexpr double largest_imbalance = 1e-5;
}  // namespace

ContactKernel::ContactKernel(const System& system) : system_(&system) {
    row_start_.push_back(0);
    for (const SparseRow& row : system.rows) {
        row_index_.insert(row_index_.end(), row.index.begin(), row.index.end());
        row_coefficient_.insert(row_coefficient_.end(), row.coefficient.begin(), row.coefficient.end());
        row_start_.push_back(static_cast<int>(row_index_.size()));
        moving_stops_ = moving_stops_ || !row.prescribed.empty();
    }
    const std::size_t k = system.rows.size();
    for (auto* v : {&x_free_, &v_free_, &x_, &v_, &z_, &dz_, &force_, &residual_}) v->assign(k, 0.0);
    sides_.resize(static_cast<std::size_t>(system.sides));
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        const Contact& contact = system.contacts[c];
        for (int s = 0; s < contact.gap.sides(); ++s) {
            sides_[static_cast<std::size_t>(contact.first_side + s)] = {&contact.gap, s,
                                                                        static_cast<std::size_t>(contact.first_row), c};
        }
    }
    for (std::size_t c = 0; c < system.contacts.size(); ++c) {
        for (int i = 0; i < system.contacts[c].gap.coordinates(); ++i) {
            row_contact_.push_back(static_cast<int>(c));
            row_first_.push_back(system.contacts[c].first_row);
            row_width_.push_back(system.contacts[c].gap.coordinates());
        }
    }
    memory_.resize(sides_.size());
    motion_.resize(sides_.size());
    held_.resize(sides_.size());
    response_.resize(sides_.size());
    local_.resize(system.contacts.size());
    active_.reserve(k);
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

void ContactKernel::begin_trial(const State& from, double h) {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        const SideState& before = from.sides[s];
        memory_[s] = before.memory;
        held_[s] = before.motion.indentation > 0 || before.memory.closed;
        // Already in contact at the committed state: the onset lies behind.
        if (!held_[s]) set_onset(s, from, h);
    }
}

void ContactKernel::set_onset(std::size_t side, const State& from, double h) {
    const SideState& before = from.sides[side];
    const Motion free = motion_[side].motion;
    ContactMemory& memory = memory_[side];
    memory.max_indentation = 0;
    if (!(free.indentation > 0)) {
        // Only a neighbour's force can close this side within the step; the speed is then known to first order.
        memory.onset_time = from.time + h;
        memory.impact_speed = std::max({before.motion.rate, free.rate, 0.0});
        return;
    }
    const GapGeometry& gap = *sides_[side].gap;
    const std::size_t row = sides_[side].row;
    double onset = 0;
    double speed = 0;
    if (gap.shape == contact::GapShape::plane) {
        const CubicHermite flight{h, before.motion.indentation, before.motion.rate, free.indentation, free.rate};
        onset = flight.crossing();
        speed = flight.rate(onset);
    } else {
        // The distance from the axis is no cubic, its components are.
        double x[2] = {}, v[2] = {};
        for (std::size_t i = 0; i < 2; ++i) {
            for (int e = row_start_[row + i]; e < row_start_[row + i + 1]; ++e) {
                x[i] += row_coefficient_[static_cast<std::size_t>(e)] * from.q[row_index_[static_cast<std::size_t>(e)]];
                v[i] += row_coefficient_[static_cast<std::size_t>(e)] * from.v[row_index_[static_cast<std::size_t>(e)]];
            }
        }
        if (moving_stops_) add_moving_stops(from.time, row, 2, x, v);
        const CubicHermite path[2] = {{h, x[0], v[0], x_free_[row], v_free_[row]},
                                      {h, x[1], v[1], x_free_[row + 1], v_free_[row + 1]}};
        const auto at = [&](double t) {
            const double place[2] = {path[0].value(t), path[1].value(t)};
            const double velocity[2] = {path[0].rate(t), path[1].rate(t)};
            const Motion m = side_motion(gap, 0, place, velocity).motion;
            return std::pair{m.indentation, m.rate};
        };
        onset = bracketed_root(at, 0, h);
        speed = at(onset).second;
    }
    memory.onset_time = from.time + onset;
    memory.impact_speed = std::max(speed, 0.0);
}

void ContactKernel::evaluate(const double* z, LocalResponse response) {
    const int k = rows();
    for (int i = 0; i < k; ++i) {
        x_[i] = x_free_[i] + response.bx * z[i];
        v_[i] = v_free_[i] + response.bv * z[i];
        force_[i] = 0;
    }
    active_.clear();
    any_force_ = false;
    for (std::size_t c = 0; c < system_->contacts.size(); ++c) {
        const Contact& contact = system_->contacts[c];
        const double* x = &x_[static_cast<std::size_t>(contact.first_row)];
        const double* v = &v_[static_cast<std::size_t>(contact.first_row)];
        bool touched = false;
        for (int s = 0; s < contact.gap.sides(); ++s) {
            const std::size_t side = static_cast<std::size_t>(contact.first_side + s);
            motion_[side] = side_motion(contact.gap, s, x, v);
            if (motion_[side].motion.indentation > 0) held_[side] = 1;
            if (!held_[side]) {
                response_[side] = {};
                continue;
            }
            if (!touched) local_[c] = {};
            touched = true;
            response_[side] = held_response(*contact.law, motion_[side].motion, memory_[side]);
            add_side_force(contact.gap, motion_[side], response_[side], v, local_[c]);
            ++evaluations_;
        }
        if (!touched) continue;
        any_force_ = true;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            force_[static_cast<std::size_t>(contact.first_row + i)] = local_[c].force[static_cast<std::size_t>(i)];
            active_.push_back(contact.first_row + i);
        }
    }
}

bool ContactKernel::balanced(const linalg::Matrix& compliance) const {
    for (int i = 0; i < rows(); ++i) {
        double reaction = 0;
        for (const int j : active_) reaction += compliance(i, j) * force_[static_cast<std::size_t>(j)];
        const double z = z_[static_cast<std::size_t>(i)];
        if (std::abs(z + reaction) > largest_imbalance * (std::abs(z) + std::abs(reaction)) + std::numeric_limits<double>::min())
            return false;
    }
    return true;
}

double ContactKernel::derivative(int row, int column, LocalResponse response) const {
    const int width = row_width_[static_cast<std::size_t>(row)];
    const int first = row_first_[static_cast<std::size_t>(row)];
    const std::size_t at = static_cast<std::size_t>(width * (row - first) + column - first);
    const LocalForce& local = local_[static_cast<std::size_t>(row_contact_[static_cast<std::size_t>(row)])];
    return response.bx * local.stiffness[at] + response.bv * local.damping[at];
}

StepReport ContactKernel::solve_contact(const linalg::Matrix& compliance, LocalResponse response, const State& from, double h) {
    StepReport report;
    evaluations_ = 0;
    begin_trial(from, h);
    const int k = rows();
    std::fill(z_.begin(), z_.end(), 0.0);
    evaluate(z_.data(), response);

    double last = 0;
    for (int iteration = 1; iteration <= max_iterations; ++iteration) {
        report.iterations = iteration;
        const int m = static_cast<int>(active_.size());
        // Residual over the active rows, -(z + G f), and Jacobian 1 + G D with D block-diagonal by contact.
        for (int a = 0; a < m; ++a) {
            const int i = active_[static_cast<std::size_t>(a)];
            double r = z_[static_cast<std::size_t>(i)];
            for (const int j : active_) r += compliance(i, j) * force_[static_cast<std::size_t>(j)];
            residual_[static_cast<std::size_t>(a)] = -r;
        }
        for (int b = 0; b < m; ++b) {
            const int j = active_[static_cast<std::size_t>(b)];
            const int first = row_first_[static_cast<std::size_t>(j)];
            const int width = row_width_[static_cast<std::size_t>(j)];
            double* column = jacobian_.data() + static_cast<std::ptrdiff_t>(b) * m;
            for (int a = 0; a < m; ++a) {
                const int i = active_[static_cast<std::size_t>(a)];
                double sum = a == b ? 1.0 : 0.0;
                for (int l = 0; l < width; ++l) sum += compliance(i, first + l) * derivative(first + l, j, response);
                column[a] = sum;
            }
        }
        if (!linalg::solve_small_system(m, jacobian_.data(), pivots_.data(), residual_.data())) break;

        // With the linearised forces f + D dz all rows follow, active or not: z = -G (f + D dz).
        for (int a = 0; a < m; ++a)
            dz_[static_cast<std::size_t>(active_[static_cast<std::size_t>(a)])] = residual_[static_cast<std::size_t>(a)];
        for (const int j : active_) {
            const int first = row_first_[static_cast<std::size_t>(j)];
            const int width = row_width_[static_cast<std::size_t>(j)];
            for (int l = 0; l < width; ++l) {
                force_[static_cast<std::size_t>(j)] +=
                    derivative(j, first + l, response) * dz_[static_cast<std::size_t>(first + l)];
            }
        }
        double change = 0;
        double size = 0;
        for (int i = 0; i < k; ++i) {
            double next = 0;
            for (const int j : active_) next -= compliance(i, j) * force_[static_cast<std::size_t>(j)];
            change = std::max(change, std::abs(next - z_[static_cast<std::size_t>(i)]));
            size = std::max(size, std::abs(next));
            z_[static_cast<std::size_t>(i)] = next;
        }
        evaluate(z_.data(), response);
        last = size > 0 ? change / size : change;
        if (!std::isfinite(last)) break;
        if (last <= tolerance && balanced(compliance)) {
            report.evaluations = evaluations_;
            report.residual = last;
            return report;
        }
    }
    report.converged = false;
    report.evaluations = evaluations_;
    report.residual = last;
    // The contact whose force is largest stands for the failure.
    double largest = -1;
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (std::abs(response_[s].force) > largest) {
            largest = std::abs(response_[s].force);
            report.contact = static_cast<int>(sides_[s].contact);
        }
    }
    return report;
}

void ContactKernel::commit_contact(State& to) const {
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        SideState& side = to.sides[s];
        side.motion = motion_[s].motion;
        side.response = response_[s];
        side.normal = motion_[s].normal;
        side.memory = memory_[s];
        const contact::Law& law = *system_->contacts[sides_[s].contact].law;
        side.memory.closed = side.response.force > 0 || (law.adhesion && side.motion.indentation > 0);
        side.memory.max_indentation = std::max(side.memory.max_indentation, side.motion.indentation);
    }
}

void ContactKernel::evaluate_start(State& state) {
    std::fill(z_.begin(), z_.end(), 0.0);
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        memory_[s] = state.sides[s].memory;
        held_[s] = 0;
    }
    // A start inside the contact: the onset is now, with the speed that is there.
    flight_ = false;
    evaluate(z_.data(), {});
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (motion_[s].motion.indentation > 0 && !state.sides[s].memory.closed) {
            memory_[s].impact_speed = std::max(motion_[s].motion.rate, 0.0);
            memory_[s].onset_time = state.time;
        }
    }
    evaluate(z_.data(), {});
    commit_contact(state);
}

}  // namespace jounce::time
