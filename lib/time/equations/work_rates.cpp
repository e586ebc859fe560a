// The power of loads, supports and structural damping at an instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/work_rates.hpp"

#include <algorithm>

namespace jounce::time {

namespace {

double dot(const Vector& a, const double* b) {
    double sum = 0;
    for (Eigen::Index i = 0; i < a.size(); ++i) sum += a[i] * b[i];
    return sum;
}

}  // namespace

WorkRates::WorkRates(const System& system) : system_(&system), numbers_(system) {
    signals_.resize(numbers_.size());
    samples_.resize(numbers_.size());
    needs_rates_.assign(numbers_.size(), 0);
    for (std::size_t l = 0; l < system.loads.size(); ++l) {
        const Load& load = system.loads[l];
        const std::size_t signal = numbers_.of_load(l);
        signals_[signal] = load.signal.get();
        if (load.derivative > 0) needs_rates_[signal] = 1;
        if (load.term == WorkTerm::support) continue;
        const auto same = std::ranges::find_if(groups_, [&](const Group& g) {
            return g.signal == signal && g.derivative == load.derivative && g.term == load.term;
        });
        if (same == groups_.end()) {
            groups_.push_back({signal, load.derivative, load.term, load.pattern, load.on_supports});
        } else {
            same->pattern += load.pattern;
            same->on_supports.insert(same->on_supports.end(), load.on_supports.begin(), load.on_supports.end());
        }
    }
    for (std::size_t j = 0; j < system.recovery.prescribed.size(); ++j) {
        const std::size_t signal = numbers_.of_prescribed(j);
        signals_[signal] = system.recovery.prescribed[j].signal.get();
        needs_rates_[signal] = 1;
    }
    const SparseMatrix& C = system.linear.C;
    diagonal_ = true;
    for (int column = 0; column < C.outerSize(); ++column) {
        for (SparseMatrix::InnerIterator entry(C, column); entry; ++entry) {
            damped_ = damped_ || entry.value() != 0;
            diagonal_ = diagonal_ && (entry.row() == entry.col() || entry.value() == 0);
        }
    }
    if (diagonal_) {
        const Vector c = C.diagonal();
        damping_.assign(c.begin(), c.end());
    }
    for (const SparseRow& row : system.rows) moving_stops_ = moving_stops_ || !row.prescribed.empty();
}

const SignalSample* WorkRates::sample(double t) {
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        if (needs_rates_[i] != 0) {
            samples_[i] = signals_[i]->sample(t);
        } else {
            samples_[i].value = signals_[i]->value(t);
        }
    }
    return samples_.data();
}

const SignalSample* WorkRates::sample(const ClosedSignals& signals, double s) {
    for (std::size_t i = 0; i < signals_.size(); ++i) {
        if (needs_rates_[i] != 0) {
            samples_[i] = signals.sample(i, s);
        } else {
            samples_[i].value = signals.value(i, s);
        }
    }
    return samples_.data();
}

WorkSum WorkRates::at(const SignalSample* samples, const double* q, const double* v, const double* a, const double* force) const {
    WorkSum out;
    for (const Group& group : groups_) {
        const double value = derivative_of(samples[group.signal], group.derivative);
        if (value == 0) continue;
        (group.term == WorkTerm::external ? out.external : out.base) += value * dot(group.pattern, v);
        for (const auto& [j, share] : group.on_supports) {
            const double power = value * share * samples[numbers_.of_prescribed(static_cast<std::size_t>(j))].first;
            out.external += power;
            out.base -= power;
        }
    }
    if (damped_ && diagonal_) {
        for (std::size_t i = 0; i < damping_.size(); ++i) out.structural_damping += damping_[i] * v[i] * v[i];
    } else if (damped_) {
        const SparseMatrix& C = system_->linear.C;
        for (int column = 0; column < C.outerSize(); ++column) {
            double sum = 0;
            for (SparseMatrix::InnerIterator entry(C, column); entry; ++entry) sum += entry.value() * v[entry.row()];
            out.structural_damping += sum * v[column];
        }
    }
    const auto& prescribed = system_->recovery.prescribed;
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const double speed = samples[numbers_.of_prescribed(j)].first;
        if (speed == 0) continue;
        const PrescribedMotion& p = prescribed[j];
        const double damped = dot(p.damping_row, v);
        double reaction = dot(p.mass_row, a) + damped + dot(p.stiffness_row, q);
        double lost = 2 * damped;
        for (std::size_t i = 0; i < prescribed.size(); ++i) {
            const SignalSample& s = samples[numbers_.of_prescribed(i)];
            reaction += p.mass[i] * s.second + p.damping[i] * s.first + p.stiffness[i] * s.value;
            lost += p.damping[i] * s.first;
        }
        out.base += reaction * speed;
        out.structural_damping += lost * speed;
    }
    if (!moving_stops_ || force == nullptr) return out;
    for (std::size_t r = 0; r < system_->rows.size(); ++r) {
        const SparseRow& row = system_->rows[r];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            out.base += row.prescribed_coefficient[e] * force[r] *
                        samples[numbers_.of_prescribed(static_cast<std::size_t>(row.prescribed[e]))].first;
        }
    }
    return out;
}

}  // namespace jounce::time
