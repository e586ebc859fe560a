// Static equilibrium with contact: the rest position of a System under the loads of one instant.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/static.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>

#include "base/messages/text.hpp"
#include "base/numbers/limits.hpp"
#include "linalg/basics/shared_matrix.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "modal/below_rounding.hpp"
#include "modal/thin_part.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/reduction/congruent.hpp"
#include "system/state/rigid_motion.hpp"
#include "time/contact/depth_limits.hpp"
#include "time/start/start.hpp"
#include "time/statics/free_motions.hpp"
#include "time/statics/static_contacts.hpp"
#include "time/statics/tangents.hpp"

namespace jounce::time {

using linalg::SharedMatrix;
using linalg::SparseMatrix;
using linalg::Vector;

namespace {

constexpr double balanced = 8 * epsilon;   // imbalance of rounding alone
constexpr double nearly_balanced = 1e-10;  // imbalance at which an iteration without further gain may end
constexpr int most_iterations = 500;       // of Newton's method between two multiplier steps
constexpr int most_multiplier_steps = 100;

bool is_nearly_symmetric(const SparseMatrix& A, double norm) {
    const SparseMatrix skew = A - SparseMatrix(A.transpose());
    return skew.norm() <= 1e-13 * norm;
}

class Search {
  public:
    Search(const System& system, double time, const linalg::Engine* engine, const StageReport& proceed)
        : system_(system), time_(time), contacts_(system, time) {
        state_ = initial_state(system);
        state_.time = time;
        state_.v.setZero();
        const Vector mass = system.linear.mass().diagonal();
        const Vector stiffness = system.linear.stiffness().diagonal();
        for (Eigen::Index i = 0; i < mass.size(); ++i) {
            if (mass[i] > 0) scale_ = std::max(scale_, stiffness[i] / mass[i]);
        }
        // An iteration leaves rounding of the largest terms in coordinates that the load does not reach, such as those in the
        // plane of a plate in bending.
        if (engine != nullptr && !engine->counts()) least_size_ = 1e-8;
        if (scale_ == 0) scale_ = 1;           // the line search determines the length of a motion without springs
        if (system.linear.ranks != nullptr) {  // assembly has made K symmetric
            magnitudes_ = system.linear.K.cwiseAbs();
        } else {
            norm_ = system.linear.K.norm();
            symmetric_ = is_symmetric(system.linear.K) || is_nearly_symmetric(system.linear.K, norm_);
        }
        row_magnitudes_ = contacts_.transposed().cwiseAbs();
        add_loads();
        evaluate_residual();
        require_held_parts(remainder_, Examined::several_parts);
        tangents_ = std::make_unique<Tangents>(system, row_magnitudes_, engine, proceed);
    }

    Equilibrium run() {
        for (int step = 0;; ++step) {
            balance();
            if (contacts_.update_multipliers(contacts_.place(state_.q))) break;
            if (step == most_multiplier_steps) throw not_converged();
        }
        while (contacts_.soften()) {
            balance();
            (void)contacts_.update_multipliers(contacts_.place(state_.q));
        }
        require_held();
        contacts_.complete(contacts_.place(state_.q), state_);
        DepthLimits(system_).require(state_);
        return {std::move(state_), iterations_, imbalance_};
    }

  private:
    void add_loads() {
        load_ = Vector::Zero(system_.size());
        for (std::size_t i = 0; i < system_.loads.size(); ++i) {
            const Load& load = system_.loads[i];
            // Supports are at rest at their position.
            if (load.term == WorkTerm::support && load.derivative > 0) continue;
            const double value = load_value(load, time_);
            state_.load_values[i] = value;
            load_ += value * load.pattern;
        }
    }

    /// Of what this rank holds of a shared matrix.
    [[nodiscard]] SharedMatrix shared(const SparseMatrix& held) const { return {held, system_.linear.ranks}; }
    /// |K| x, of a whole matrix without a copy of it.
    [[nodiscard]] Vector magnitudes_times(const Vector& x) const {
        if (system_.linear.ranks != nullptr) return shared(magnitudes_) * x;
        return system_.linear.K.cwiseAbs() * x;
    }

    /// What the closed contacts add to K.
    struct Tangent {
        SparseMatrix of_contacts;
        bool symmetric = true;
    };
    [[nodiscard]] Tangent tangent_here() const {
        Tangent out{contacts_.tangent(answer_)};
        out.symmetric = symmetric_ && is_nearly_symmetric(out.of_contacts, norm_ + out.of_contacts.norm());
        if (system_.linear.ranks != nullptr)
            out.of_contacts = linalg::own_columns(std::move(out.of_contacts), system_.linear.ranks);
        return out;
    }
    /// p^T (K + of_contacts) p, and its rounding error.
    [[nodiscard]] std::pair<double, double> stiffness_along(const Tangent& tangent, const Vector& p) const {
        const SharedMatrix K = system_.linear.stiffness(), of_contacts = shared(tangent.of_contacts);
        return {p.dot(K * p) + p.dot(of_contacts * p), stiffness_round_off(K, p) + stiffness_round_off(of_contacts, p)};
    }

    /// Remainder r = F - K q - B^T f, and its size relative to its terms.
    void evaluate_residual() {
        contacts_.evaluate(contacts_.place(state_.q), answer_);
        remainder_ = load_ - system_.linear.stiffness() * state_.q - contacts_.transposed() * answer_.force;
        const Vector size = load_.cwiseAbs() + magnitudes_times(state_.q.cwiseAbs()) +
                            row_magnitudes_ * (answer_.force.cwiseAbs() + answer_.rounding);
        const double least = least_size_ * size.maxCoeff();
        imbalance_ = 0;
        for (Eigen::Index i = 0; i < size.size(); ++i) {
            if (!std::isfinite(remainder_[i])) throw not_converged();
            if (remainder_[i] != 0) imbalance_ = std::max(imbalance_, std::abs(remainder_[i]) / std::max(size[i], least));
        }
    }

    void balance() {
        double best = infinite;
        int without_gain = 0;
        for (int i = 0;; ++i) {
            evaluate_residual();
            if (imbalance_ <= balanced) return;
            without_gain = imbalance_ < 0.5 * best ? 0 : without_gain + 1;
            best = std::min(best, imbalance_);
            if (imbalance_ <= nearly_balanced && without_gain >= 3) return;
            if (i == most_iterations) throw not_converged();
            const Vector direction = descent();
            state_.q += length(direction) * direction;
            ++iterations_;
        }
    }

    /// Newton's direction; M is added to the tangent until the remainder does positive work along it.
    Vector descent() {
        const Tangent tangent = tangent_here();
        double shift = 0;
        for (int attempt = 0; attempt < 20; ++attempt) {
            try {
                tangents_->factor(tangent.of_contacts, tangent.symmetric, shift);
                const Vector p = tangents_->solved(remainder_);
                const auto [stiffness, rounding] = stiffness_along(tangent, p);
                if (p.allFinite() && p.dot(remainder_) > 0 && (shift > 0 || stiffness > rounding)) return p;
                if (shift == 0 && p.allFinite() && std::abs(stiffness) <= rounding && is_held(p))
                    throw lost_in_rounding(p, stiffness, rounding);
            } catch (const linalg::SingularMatrix& singular) {
                // A motion not yet constrained by a spring or a contact. Engines name no pivot.
                if (singular.row >= 0 && shift == 0 && tangent.of_contacts.nonZeros() == 0 && is_held()) throw lost_in_rounding();
            }
            require_held_parts(remainder_);
            shift = shift == 0 ? 1e-10 * scale_ : 100 * shift;
        }
        throw not_converged();
    }

    /// Zero of the work along p: s with r(q + s p) . p = 0, nearly. Costs only the forces of the gaps.
    double length(const Vector& p) {
        const Vector place = contacts_.place(state_.q);
        const Vector rate = contacts_.transposed().transpose() * p;
        const double push = p.dot(load_) - p.dot(system_.linear.stiffness() * state_.q);
        const double stiffness = p.dot(system_.linear.stiffness() * p);
        const auto slope = [&](double s) {
            contacts_.evaluate(place + s * rate, trial_);
            return push - s * stiffness - trial_.force.dot(rate);
        };
        const double begin = p.dot(remainder_);
        const double whole = slope(1);
        if (std::abs(whole) <= 0.5 * begin) return 1;
        double low = 0;
        double high = 1;
        if (whole > 0) {
            require_resistance(p, rate, stiffness);
            for (double now = whole; now > 0.5 * begin; now = slope(high)) {
                low = high;
                high *= 2;
                if (high > 1e60) throw not_held(p);
            }
            if (slope(high) >= -0.5 * begin) return high;
        }
        for (int i = 0; i < 200; ++i) {
            const double middle = 0.5 * (low + high);
            const double now = slope(middle);
            if (std::abs(now) <= 0.1 * begin || middle == low || middle == high) return middle;
            (now > 0 ? low : high) = middle;
        }
        return 0.5 * (low + high);
    }

    void require_resistance(const Vector& p, Vector rate, double stiffness) {
        const Vector size = p.cwiseAbs();
        if (is_held(p)) return;
        if (stiffness > 1e-11 * size.dot(magnitudes_times(size)) && stiffness > 1e-14 * scale_ * p.dot(system_.linear.mass() * p))
            return;
        const Vector reach = row_magnitudes_.transpose() * size;
        for (Eigen::Index i = 0; i < rate.size(); ++i) {
            if (std::abs(rate[i]) <= 1e-10 * reach[i]) rate[i] = 0;
        }
        if (!contacts_.closes(rate)) throw not_held(p);
    }

    /// Before the ordering of several parts, and where a tangent is nearly singular: parts that can move as rigid bodies without
    /// a spring or a gap end the search, before factors. The motion is that of the given force; without any, that in which
    /// `require_held` would end.
    void require_held_parts(const Vector& force, Examined which = Examined::all) {
        if (parts_examined_) return;
        parts_examined_ = which == Examined::all;
        const linalg::Matrix free = free_rigid_motions(system_, which);
        if (free.cols() == 0) return;
        Vector shares = free.transpose() * force;
        const Vector size = free.cwiseAbs().transpose() * force.cwiseAbs();
        for (Eigen::Index j = 0; j < shares.size(); ++j)
            if (std::abs(shares[j]) <= 1e-10 * size[j]) shares[j] = 0;
        if (shares.isZero(0)) shares = free.transpose() * (system_.linear.mass() * first_motion());
        throw not_held(free * shares);
    }

    /// Of inverse iteration: no motion is orthogonal to it.
    [[nodiscard]] Vector first_motion() const {
        Vector z(system_.size());
        for (Eigen::Index i = 0; i < z.size(); ++i) z[i] = 1 + 0.5 * std::sin(static_cast<double>(i));
        return z;
    }

    /// The softest motion about the equilibrium must have a stiffness: otherwise the equilibrium is not unique.
    void require_held() {
        const Tangent tangent = tangent_here();
        const SharedMatrix M = system_.linear.mass();
        Vector z = first_motion();
        // Inverse iteration with a shift above the stiffness that it finds separates neither the softest motion nor one without
        // stiffness from the others: a smaller shift follows.
        constexpr double first = 1e-10, least = 1e-16;  // relative to scale_; below, K is rounding
        constexpr double clear = 10;  // at 11^8 times the softest motion, one without stiffness has the size of all others
        double stiffness = 0, rounding = 0;
        for (double shift = first * scale_;; shift = std::max(least * scale_, 0.01 * std::min(shift, stiffness))) {
            try {
                tangents_->factor(tangent.of_contacts, tangent.symmetric, shift);
            } catch (const linalg::SingularMatrix& singular) {
                if (shift == first * scale_) throw not_converged();  // an indefinite tangent: an unstable equilibrium
                if (singular.row >= 0 && is_held()) throw lost_in_rounding();
                throw not_held(z);
            }
            for (int i = 0; i < 8; ++i) {
                z = tangents_->solved(M * z);
                z /= std::sqrt(z.dot(M * z));
            }
            std::tie(stiffness, rounding) = stiffness_along(tangent, z);
            if (stiffness < clear * shift) require_held_parts(Vector::Zero(z.size()));
            if (stiffness <= rounding || stiffness <= 1e-20 * scale_) {
                if (!is_held(z)) throw not_held(z);
                if (stiffness <= rounding) throw lost_in_rounding(z, stiffness, rounding);
                return;  // the scale is that of rotations, which have little inertia in a thin shell
            }
            if (stiffness >= clear * shift || shift <= least * scale_) return;
        }
    }

    /// Whether the geometry of the supports leaves no motion free: of rounding, K alone would not tell.
    [[nodiscard]] bool is_held() {
        if (!unstrained_) unstrained_ = modal::unstrained_motions(system_);
        return unstrained_->all && unstrained_->lost.cols() == 0;
    }
    /// Whether the motion is none of those that are left free.
    [[nodiscard]] bool is_held(const Vector& motion) {
        constexpr double mostly = 0.25;  // of the squares
        if (is_held() || !unstrained_->all) return unstrained_->all;
        const Vector momentum = system_.linear.mass() * motion;
        return (unstrained_->lost.transpose() * momentum).squaredNorm() < mostly * motion.dot(momentum);
    }
    /// The coordinate that moves most.
    [[nodiscard]] std::pair<Eigen::Index, std::string> place_of(const Vector& motion) const {
        Eigen::Index most = 0;
        motion.cwiseAbs2().cwiseProduct(system_.linear.mass().diagonal()).maxCoeff(&most);
        const auto i = static_cast<std::size_t>(most);
        return {most, i < system_.coordinate_names.size() ? system_.coordinate_names[i] : std::to_string(i)};
    }
    /// \param stiffness of the motion, and what rounding leaves unknown of it
    [[nodiscard]] Error lost_in_rounding(const Vector& motion, double stiffness, double rounding) const {
        const auto [place, name] = place_of(motion);
        const double square = motion[place] * motion[place];
        return computation_failed(
            fmt::format("model '{}': the static equilibrium cannot be computed: the motion of '{}' has a stiffness of about "
                        "{:.2g}, of which rounding of "
                        "the stiffness matrix may change {:.2g}{}",
                        system_.name, name, stiffness / square, rounding / square, modal::because_thin(system_)));
    }
    [[nodiscard]] Error lost_in_rounding() const {
        return computation_failed(fmt::format(
            "model '{}': the static equilibrium cannot be computed: rounding takes all digits of a pivot of the stiffness "
            "matrix{}",
            system_.name, modal::because_thin(system_)));
    }
    [[nodiscard]] Error not_held(const Vector& motion) const {
        const std::string name = place_of(motion).second;
        std::string free = free_motions(system_).text();
        if (free.empty() && !system_.rows.empty()) free = free_motions(system_, Gaps::absent).text("that only gaps hold");
        // The number of a mode of a reduced model says nothing where the things that move are known.
        const bool reduced = system_.recovery.rigid.size() > 0;
        const std::string loose = reduced && !free.empty() ? "" : "nothing holds '" + name + "': ";
        return bad_case(
            fmt::format("model '{}': {}there is no static equilibrium{}", system_.name, loose, free.empty() ? "" : "; " + free));
    }
    [[nodiscard]] Error not_converged() const {
        const std::string free = free_motions(system_).text();
        return computation_failed(fmt::format(
            "model '{}': the static equilibrium at t = {} s is not found: relative imbalance {:.3g} after {} iterations{}",
            system_.name, time_text(time_), imbalance_, iterations_, free.empty() ? "" : "; " + free));
    }

    const System& system_;
    double time_;
    StaticContacts contacts_;
    State state_;
    double scale_ = 0;         // largest K_ii/M_ii [1/s^2]
    double least_size_ = 0;    // of the terms of a balance, relative to the largest one
    double norm_ = 0;          // of a whole K, Frobenius
    bool symmetric_ = true;    // K
    SparseMatrix magnitudes_;  // of the columns of K that this rank holds; empty for a whole K
    SparseMatrix row_magnitudes_;
    std::unique_ptr<Tangents> tangents_;
    Vector load_, remainder_;
    StaticContacts::Answer answer_, trial_;
    double imbalance_ = 0;
    int iterations_ = 0;
    bool parts_examined_ = false;
    std::optional<modal::Unstrained> unstrained_;  // asked where a motion seems to have no stiffness
};

}  // namespace

double load_value(const Load& load, double time) {
    if (load.derivative == 0) return load.signal->value(time);
    const SignalSample sample = load.signal->sample(time);
    return load.derivative == 1 ? sample.first : sample.second;
}

Equilibrium equilibrium(const System& system, double time, const linalg::Engine* engine, const StageReport& proceed) {
    refuse_mechanism(system, "static");
    return Search(system, time, engine, proceed).run();
}

}  // namespace jounce::time
