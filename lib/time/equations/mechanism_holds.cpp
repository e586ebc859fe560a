// Constraints of contacts in a System with joints: closed rigid sides, sticking frictions, and their forces.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/numbers/limits.hpp"
#include "linalg/dense/small_cholesky.hpp"
#include "linalg/dense/small_least.hpp"
#include "linalg/dense/small_lu.hpp"
#include "system/state/gap_rows.hpp"
#include "time/equations/mechanism_noise.hpp"
#include "time/equations/shared_holds.hpp"

namespace jounce::time {

using bodies::FrameMotion;
using bodies::FrameRow;
using linalg::Matrix;
using linalg::Vector;

namespace {
// Pivots below this fraction of the largest entry of their column: several sides constrain one motion.
constexpr int most_passes = 40;      // of shares that depend on the forces
constexpr double same_share = 1e-9;  // of the largest one
constexpr double dependent = 1e-10;
// Pivots below this fraction of the largest one are rounding.
constexpr double no_pivot = 1e-13;
// Of the terms of an acceleration: more is not held.
constexpr double unheld = 1e-8;
// Rounding of a long sum: a smaller tension counts as zero.
constexpr double roundings = 256;
}  // namespace

bool MechanismDynamics::hold_contacts(const State& state) {
    held_before_.swap(held_);
    held_.clear();
    std::ranges::fill(held_normal_, 0.0);
    std::ranges::fill(held_friction_, contact::Slip{});
    for (std::size_t s = 0; s < sides_.size(); ++s) {
        if (sides_[s].law->rigid && state.sides[s].memory.closed) held_.push_back({s, false, 0});
    }
    slides_as_before_ = true;
    for (std::size_t f = 0; f < rubs_.size(); ++f) {
        take_statuses(f, state.frictions[f]);
        if (state.frictions[f].status != FrictionStatus::stick) continue;
        for (std::size_t k = 0; k < static_cast<std::size_t>(rubs_[f].friction->directions); ++k) held_.push_back({f, true, k});
    }
    return slides_as_before_ && held_ == held_before_;
}

void MechanismDynamics::add_rate_row(const Side& side, double scale, double* out) const {
    if (side.frames[0] >= 0) return motion_.scatter(side.frames, side.along(), scale, out);
    const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& row = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
        for (std::size_t e = 0; e < row.index.size(); ++e)
            out[coordinate_of(row.index[e])] += scale * side.normal[i] * row.coefficient[e];
    }
}

void MechanismDynamics::add_direction(std::size_t s, double* out) const {
    const Side& side = sides_[s];
    if (side.frames[0] >= 0) return motion_.scatter_free(side.frames, side.along(), 1, out);
    subtract_gap_force(*system_, system_->contacts[static_cast<std::size_t>(side.contact)], side.normal.data(), -1, out);
}

// delta'' = N a + n.(w1^2 rho - w2^2 a2) + 2 w1 t.w + kappa (t.w)^2, s' = T a + t.(w1^2 rho - w2^2 a2) -
// (w1 + kappa t.w) n.w, with w the velocity of the pin relative to the first frame; plus the terms of given motions.
double MechanismDynamics::rate_quadratic(const Side& side, bool tangential) const {
    if (side.frames[0] < 0) {
        const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
        double sum = side.curvature * side.slip * side.slip;
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                const auto& given = system_->recovery.prescribed[static_cast<std::size_t>(row.prescribed[e])];
                sum += side.normal[i] * row.prescribed_coefficient[e] * given.signal->sample(motion_.time()).second;
            }
        }
        return sum;
    }
    const FrameMotion& first = motion_.frame(side.frames[0]);
    const FrameMotion& second = motion_.frame(side.frames[1]);
    const auto& a = motion_.given_acceleration(side.frames[0]);
    const auto& b = motion_.given_acceleration(side.frames[1]);
    const FrameRow row = tangential ? side.across() : side.along();
    double sum = row[0] * a[0] + row[1] * a[1] + row[2] * a[2] + row[3] * b[0] + row[4] * b[1] + row[5] * b[2];
    const bodies::Vector2 turning = first.rate * first.rate * side.from_first - second.rate * second.rate * side.arm;
    const double passing = side.slip - second.rate * side.second_radius + first.rate * side.first_radius;  // t.w
    if (tangential)
        return sum + bodies::perpendicular(side.normal).dot(turning) - (first.rate + side.curvature * passing) * side.motion.rate;
    return sum + side.normal.dot(turning) + (2 * first.rate + side.curvature * passing) * passing;
}

void MechanismDynamics::place_held() {
    for (std::size_t k = 0; k < held_.size(); ++k) {
        const auto at = static_cast<Eigen::Index>(k);
        const HeldRate& held = held_[k];
        held_rows_.col(at).setZero();
        if (held.tangential) {
            add_slip_row(held.number, held.component, 1, held_rows_.col(at).data());
        } else {
            add_rate_row(sides_[held.number], 1, held_rows_.col(at).data());
        }
        held_directions_.col(at) = held_rows_.col(at);
        held_quadratic_[at] = held_quadratic(held);
        if (held.tangential || sides_[held.number].friction < 0) continue;
        // A friction that slides goes with the force that presses it.
        const auto f = static_cast<std::size_t>(sides_[held.number].friction);
        const contact::Slip ratio = rub(f, 1).force;
        for (std::size_t i = 0; i < 2; ++i) {
            if (ratio[i] != 0) add_slip_row(f, i, ratio[i], held_directions_.col(at).data());
        }
    }
}

void MechanismDynamics::answer_impulse(const double* r, double* out) {
    std::copy_n(r, n_, out);
    solve_mass(out);
    if (m_ == 0) return;
    factor_joints();
    for (int c = 0; c < c_; ++c) reduced_[c] = out[motion_.coordinate()[static_cast<std::size_t>(c)]];
    for (int i = 0; i < m_; ++i) lambda_[i] = linalg::small_dot(c_, motion_.jacobian().data() + i * c_, reduced_.data());
    linalg::solve_small_spd(m_, joints_.data(), lambda_.data());
    take_joint_forces(lambda_.data(), out);
}

// X = P D, P = M^-1 - M^-1 J^T (J M^-1 J^T)^-1 J M^-1, with the present factor of the joints.
void MechanismDynamics::answer_held(bool with_friction) {
    const std::vector<int>& coordinates = motion_.coordinate();
    for (std::size_t k = 0; k < held_.size(); ++k) {
        const auto at = static_cast<Eigen::Index>(k);
        double* x = held_answers_.col(at).data();
        double* lambda = held_multipliers_.col(at).data();
        const double* direction = with_friction ? held_directions_.col(at).data() : held_rows_.col(at).data();
        held_answers_.col(at).setZero();
        for (int c = 0; c < c_; ++c) x[coordinates[static_cast<std::size_t>(c)]] = direction[c];
        solve_mass(x);
        if (m_ > 0) {
            for (int c = 0; c < c_; ++c) reduced_[c] = x[coordinates[static_cast<std::size_t>(c)]];
            for (int i = 0; i < m_; ++i) lambda[i] = linalg::small_dot(c_, motion_.jacobian().data() + i * c_, reduced_.data());
            linalg::solve_small_spd(m_, joints_.data(), lambda);
            take_joint_forces(lambda, x);
        }
    }
}

void MechanismDynamics::solve_held() {
    const std::vector<int>& coordinates = motion_.coordinate();
    const int k = static_cast<int>(held_.size());
    const auto fill = [&] {
        for (int j = 0; j < k; ++j) {
            const double* x = held_answers_.col(j).data();
            for (int i = 0; i < k; ++i) {
                const double* row = held_rows_.col(i).data();
                double sum = 0;
                for (int c = 0; c < c_; ++c) sum += row[c] * x[coordinates[static_cast<std::size_t>(c)]];
                held_matrix_[static_cast<std::size_t>(i + j * k)] = sum;
            }
        }
    };
    fill();
    double least = infinite;
    std::vector<double>& A = held_matrix_;
    const auto column = [&](int j) {
        double most = 0;
        for (int i = 0; i < k; ++i) most = std::fmax(most, std::abs(A[static_cast<std::size_t>(i + j * k)]));
        return most;
    };
    double largest = 0;
    for (int j = 0; j < k; ++j) largest = std::fmax(largest, column(j));
    if (linalg::factor_small(k, A.data(), held_pivots_.data())) {
        for (int j = 0; j < k; ++j) least = std::fmin(least, std::abs(A[static_cast<std::size_t>(j + j * k)]) / largest);
        if (least > dependent) return linalg::solve_small(k, A.data(), held_pivots_.data(), held_force_.data());
    }
    // Sides that constrain one motion share the force: the least sum of squares. Frictions that do are one friction with the sum
    // of their normal forces, and let go together (share_of_stick). A closed side takes what presses on it.
    std::vector<double>& right = held_right_;
    std::copy_n(held_force_.data(), k, right.begin());
    const auto solve_with = [&](const auto& share) {
        fill();
        for (int j = 0; j < k; ++j) {
            for (int i = 0; i < k; ++i) A[static_cast<std::size_t>(i + j * k)] *= share(j);
        }
        std::copy_n(right.begin(), k, held_force_.data());
        linalg::solve_small_least(k, A.data(), held_pivots_.data(), held_work_.data(), no_pivot, held_force_.data());
        for (int j = 0; j < k; ++j) held_force_[j] *= share(j);
    };
    // A stick has no force where the sides alone hold its motion, however small its cone is: it breaks nowhere there.
    std::vector<double>& share = held_share_;
    const bool sides = std::ranges::any_of(held_, [](const HeldRate& held) { return !held.tangential; });
    for (int j = 0; j < k; ++j) share[static_cast<std::size_t>(j)] = sides ? 0 : 1;
    if (sides) {
        fill();
        const auto sign = [this](std::size_t j) { return held_[j].tangential ? 0.0 : 1.0; };
        find_sharing_stops(A.data(), static_cast<std::size_t>(k), sign, held_space_.data(), held_stop_.data());
    }
    const auto of_stop = [&](std::size_t at) { return share_of_stop * held_stop_[at]; };
    const auto by_share = [&](int j) {
        const auto at = static_cast<std::size_t>(j);
        return held_[at].tangential ? share[at] : of_stop(at);
    };
    if (sides) {
        solve_with(by_share);
        fill();
        for (int j = 0; j < k; ++j) {
            const auto at = static_cast<std::size_t>(j);
            share[at] = holds_nothing(A.data(), static_cast<std::size_t>(k), at, held_force_.data(), right[at], unheld) ? 1 : 0;
        }
    }
    solve_with(by_share);
    bool rubs = false;
    double largest_share = 0, largest_mobility = 0;
    fill();
    const auto mobility = [&](int j) {  // of both directions in a plane
        const HeldRate& held = held_[static_cast<std::size_t>(j)];
        double sum = 0;
        int count = 0;
        for (int i = 0; i < k; ++i) {
            const HeldRate& other = held_[static_cast<std::size_t>(i)];
            if (!other.tangential || other.number != held.number) continue;
            sum += A[static_cast<std::size_t>(i + i * k)];
            ++count;
        }
        return sum / count;
    };
    for (int j = 0; j < k; ++j) {
        if (!held_[static_cast<std::size_t>(j)].tangential) continue;
        held_mobility_[static_cast<std::size_t>(j)] = mobility(j);
        largest_mobility = std::fmax(largest_mobility, held_mobility_[static_cast<std::size_t>(j)]);
    }
    const auto solve = [&] {
        solve_with([&](int j) {
            const auto at = static_cast<std::size_t>(j);
            return held_[at].tangential ? share[at] / largest_share : of_stop(at);
        });
    };
    // The cone of a stick on a rigid side depends on what the side takes.
    for (int pass = 0; pass < most_passes; ++pass) {
        double change = 0;
        largest_share = 0;
        for (int j = 0; j < k; ++j) {
            const auto at = static_cast<std::size_t>(j);
            const HeldRate& held = held_[at];
            if (!held.tangential || share[at] == 0) continue;
            const Rub& rub = rubs_[held.number];
            double N = rub.rigid ? 0 : pressed_by_[held.number];
            for (int i = 0; i < k && rub.rigid; ++i) {
                const HeldRate& normal = held_[static_cast<std::size_t>(i)];
                if (!normal.tangential && sides_[normal.number].friction == static_cast<int>(held.number)) N += held_force_[i];
            }
            rubs = rubs || N > 0;
            const double before = share[at], limit = std::fmax(rub.law->cone->static_coefficient * N, 0.0);
            share[at] =
                std::fmax(share_of_stick(limit, held_mobility_[at], largest_mobility), std::numeric_limits<double>::min());
            change = std::fmax(change, std::abs(share[at] - before));
            largest_share = std::fmax(largest_share, share[at]);
        }
        if (!rubs) return;
        solve();
        if (change <= same_share * largest_share) break;
    }
    fill();
    bool alone = false;
    for (int i = 0; i < k; ++i) {
        const auto at = static_cast<std::size_t>(i);
        if (!held_[at].tangential || share[at] > least_share * largest_share) continue;
        if (!holds_nothing(A.data(), static_cast<std::size_t>(k), at, held_force_.data(), right[at], unheld)) continue;
        share[at] = largest_share;
        alone = true;
    }
    if (alone) solve();
}

// Where several hold one motion and no forces hold all of them: one that the motion leaves is to open.
double MechanismDynamics::pull_in_vain(Eigen::Index i) const {
    const std::vector<int>& coordinates = motion_.coordinate();
    double left = held_right_[static_cast<std::size_t>(i)], size = held_noise_[i];
    for (Eigen::Index j = 0; j < static_cast<Eigen::Index>(held_.size()); ++j) {
        double by_one = 0;
        for (int c = 0; c < c_; ++c) by_one += held_rows_(c, i) * held_answers_(coordinates[static_cast<std::size_t>(c)], j);
        left -= held_force_[j] * by_one;
        size += std::abs(held_force_[j] * by_one);
    }
    return left < -unheld * size ? left / held_own_[i] : 0;
}

void MechanismDynamics::take_held_forces(double* a, double* lambda, const Feedback& feedback) {
    place_held();
    answer_held(true);
    std::ranges::fill(held_friction_, contact::Slip{});
    const std::vector<int>& coordinates = motion_.coordinate();
    const auto k = static_cast<Eigen::Index>(held_.size());
    for (Eigen::Index i = 0; i < k; ++i) {
        const HeldRate& held = held_[static_cast<std::size_t>(i)];
        double sum = held_quadratic_[i];
        double noise = std::abs(sum), own = 0;
        for (int c = 0; c < c_; ++c) {
            const auto free = coordinates[static_cast<std::size_t>(c)];
            sum += held_rows_(c, i) * a[free];
            own += held_rows_(c, i) * held_answers_(free, i);
            noise += std::abs(held_rows_(c, i)) * (unheld_[c] + std::abs(a[free]));
        }
        sum += feedback.rate * held_rate(held);
        if (!held.tangential) sum += feedback.value * sides_[held.number].motion.indentation;
        held_force_[i] = sum;
        if (!held.tangential) held_normal_[held.number] = roundings * epsilon * noise / std::abs(own);
        held_right_[static_cast<std::size_t>(i)] = sum;
        held_noise_[i] = noise;
        held_own_[i] = std::abs(own);
    }
    solve_held();
    for (Eigen::Index i = 0; i < k; ++i) {
        const HeldRate& held = held_[static_cast<std::size_t>(i)];
        const double force = held_force_[i];
        for (int j = 0; j < n_; ++j) a[j] -= force * held_answers_(j, i);
        for (int j = 0; j < m_; ++j) lambda[j] -= force * held_multipliers_(j, i);
        if (held.tangential) {
            held_friction_[held.number][held.component] = force;
            continue;
        }
        // The constraint force of bodies that move together without a force between them is rounding, of either sign:
        // never tension.
        const double rounding = held_normal_[held.number];
        held_normal_[held.number] = force < 0 && -force <= rounding ? 0.0 : force;
        if (const double pull = k > 1 ? pull_in_vain(i) : 0; pull < 0) held_normal_[held.number] = pull;
        if (sides_[held.number].friction < 0) continue;
        const auto f = static_cast<std::size_t>(sides_[held.number].friction);
        if (rubs_[f].status == FrictionStatus::stick) continue;
        const contact::Slip ratio = rub(f, 1).force;
        for (std::size_t n = 0; n < 2; ++n) held_friction_[f][n] += ratio[n] * force;
    }
}

// a of what nothing holds, then W = R P R^T with the joints' factor as it stands, and R a + quadratic.
void MechanismDynamics::free_accelerations(State& state, const std::vector<HeldRate>& rates, Matrix& W, Vector& free,
                                           Vector& noise) {
    complete_sides(*this, state, Tension::kept);
    held_.clear();
    accelerate(state.a.data(), state.multipliers.data(), feedback_);
    held_ = rates;
    place_held();
    answer_held(true);
    const std::vector<int>& coordinates = motion_.coordinate();
    const auto k = static_cast<Eigen::Index>(held_.size());
    W.resize(k, k);
    free.resize(k);
    noise.resize(k);
    for (Eigen::Index i = 0; i < k; ++i) {
        free[i] = held_quadratic_[i];
        noise[i] = std::abs(free[i]);
        for (int c = 0; c < c_; ++c) {
            const double a = state.a[coordinates[static_cast<std::size_t>(c)]];
            free[i] += held_rows_(c, i) * a;
            noise[i] += std::abs(held_rows_(c, i)) * (unheld_[c] + std::abs(a));
        }
        const HeldRate& held = held_[static_cast<std::size_t>(i)];
        if (held.tangential && held.component == 0) noise[i] += tilt_noise(*this, held.number, state);
        noise[i] *= roundings * epsilon;
        for (Eigen::Index j = 0; j < k; ++j) {
            W(i, j) = 0;
            for (int c = 0; c < c_; ++c) W(i, j) += held_rows_(c, i) * held_answers_(coordinates[static_cast<std::size_t>(c)], j);
        }
    }
    held_.clear();
}

void MechanismDynamics::take_held_out(double* x, bool with_friction) {
    place_held();
    if (m_ > 0) factor_joints();
    answer_held(with_friction);
    solve_held();
    for (Eigen::Index i = 0; i < static_cast<Eigen::Index>(held_.size()); ++i) {
        for (int j = 0; j < n_; ++j) x[j] -= held_force_[i] * held_answers_(j, i);
    }
}

}  // namespace jounce::time
