// Where a mechanism starts: joints closed from a guess, velocities that fit, equations that say nothing new left out.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "linalg/dense.hpp"
#include "system/mechanism_build.hpp"
#include "system/mechanism_motion.hpp"
#include "system/mechanism_parts.hpp"

namespace jounce {

using linalg::Matrix;
using linalg::Vector;

namespace {

constexpr int most_iterations = 200;
constexpr double largest_turn = 0.3;  // of a body in one iteration [rad]
constexpr double closed = 1e-12;      // relative to the size of the mechanism
constexpr double independent = 1e-9;  // share of an equation that the others do not have

const PlanarJoint& joint_of(std::span<const PlanarJoint> joints, int equation) {
    int row = 0;
    for (const PlanarJoint& joint : joints) {
        row += static_cast<int>(std::count(joint.kept.begin(), joint.kept.end(), true));
        if (equation < row) return joint;
    }
    return joints.back();
}

class Start {
  public:
    Start(const System& system, const Mechanism& mechanism) : system_(system), mechanism_(mechanism) {
        const auto n = static_cast<Eigen::Index>(mechanism.coordinates.size());
        mobility_ = Vector::Ones(n);
        turns_.assign(static_cast<std::size_t>(n), false);
        for (Eigen::Index c = 0; c < n; ++c) {
            const int at = mechanism.coordinates[static_cast<std::size_t>(c)];
            mobility_[c] = 1 / std::sqrt(system.linear.M.coeff(at, at));
        }
        for (const PlanarFrame& frame : mechanism.frames) {
            for (const int at : frame.rows[2].index) {
                if (frame.link < 0) turns_[static_cast<std::size_t>(place(at))] = true;
            }
            for (const auto& [name, point] : frame.points) size_ = std::max(size_, point.norm());
        }
        if (size_ == 0) size_ = 1;
    }
    [[nodiscard]] double size() const { return size_; }

    void hold(const std::vector<int>& free) {
        for (const int at : free) {
            const auto found = std::ranges::lower_bound(mechanism_.coordinates, at);
            if (found != mechanism_.coordinates.end() && *found == at) mobility_[found - mechanism_.coordinates.begin()] = 0;
        }
    }
    /// Coordinates of finite elements stay where they are: bodies come to the structure, which would otherwise be strained.
    void hold_structure() {
        std::vector<bool> of_body(turns_.size(), false);
        for (const PlanarFrame& frame : mechanism_.frames) {
            if (!frame.body) continue;
            for (const SparseRow& row : frame.rows) {
                for (const int at : row.index) of_body[static_cast<std::size_t>(place(at))] = true;
            }
        }
        for (std::size_t c = 0; c < of_body.size(); ++c) {
            if (!of_body[c]) mobility_[static_cast<Eigen::Index>(c)] = 0;
        }
    }
    /// Positions that satisfy the joints at `time`; `q` is the guess. \returns the largest value left
    double close(std::span<const PlanarJoint> joints, double time, Vector& q) const {
        MechanismMotion motion(system_, mechanism_, joints);
        motion.set_time(time);
        const auto evaluate = [&] {
            motion.move(q.data(), nullptr);
            motion.constrain();
            return largest(motion.value());
        };
        double left = evaluate();
        // The guess of the angles is better than that of the positions.
        Vector held = mobility_;
        for (Eigen::Index c = 0; c < held.size(); ++c) {
            if (turns_[static_cast<std::size_t>(c)]) held[c] = 0;
        }
        if (left > 0) {
            add(correction(motion.jacobian(), held, motion.value()), 1, q);
            left = evaluate();
        }
        int stalled = 0;
        for (int i = 0; i < most_iterations && left > 0 && stalled < 4; ++i) {
            const Vector step = correction(motion.jacobian(), mobility_, motion.value());
            double turn = 0;
            for (Eigen::Index c = 0; c < step.size(); ++c) {
                if (turns_[static_cast<std::size_t>(c)]) turn = std::max(turn, std::abs(step[c]));
            }
            double share = turn > largest_turn ? largest_turn / turn : 1;
            const Vector before = q;
            double now = 0;
            for (int halved = 0; halved < 8; ++halved, share *= 0.5) {
                q = before;
                add(step, share, q);
                now = evaluate();
                if (now < left || left <= closed * size_) break;
            }
            stalled = now < 0.9 * left ? 0 : stalled + 1;
            if (left <= closed * size_ && now >= left) {
                q = before;
                break;
            }
            left = now;
        }
        worst_ = 0;
        left = evaluate();
        for (Eigen::Index i = 0; i < motion.value().size(); ++i) {
            if (std::abs(motion.value()[i]) == left) worst_ = static_cast<int>(i);
        }
        return left;
    }
    /// Velocities that satisfy the joints; `v` is the guess. \returns the largest rate left
    double set_rates(std::span<const PlanarJoint> joints, double time, const Vector& q, Vector& v) const {
        MechanismMotion motion(system_, mechanism_, joints);
        motion.set_time(time);
        double left = 0;
        for (int i = 0; i < 3; ++i) {
            motion.move(q.data(), v.data());
            motion.constrain();
            if (i < 2) add(correction(motion.jacobian(), mobility_, motion.rate()), 1, v);
        }
        for (Eigen::Index i = 0; i < motion.rate().size(); ++i) {
            if (std::abs(motion.rate()[i]) <= left) continue;
            left = std::abs(motion.rate()[i]);
            worst_ = static_cast<int>(i);
        }
        return left;
    }
    [[nodiscard]] int worst() const { return worst_; }

    /// Which equations follow from those before them, at a position.
    [[nodiscard]] std::vector<bool> redundant(std::span<const PlanarJoint> joints, double time, const Vector& q) const {
        MechanismMotion motion(system_, mechanism_, joints);
        motion.set_time(time);
        motion.move(q.data(), nullptr);
        motion.constrain();
        const Matrix scaled = motion.jacobian() * mobility_.asDiagonal();
        std::vector<Vector> basis;
        std::vector<bool> out;
        for (Eigen::Index i = 0; i < scaled.rows(); ++i) {
            Vector row = scaled.row(i).transpose();
            const double whole = row.norm();
            for (int twice = 0; twice < 2; ++twice) {
                for (const Vector& b : basis) row -= b.dot(row) * b;
            }
            out.push_back(!(row.norm() > independent * whole));
            if (!out.back()) basis.push_back(row.normalized());
        }
        return out;
    }
    /// A nearby position: some of every free motion, and of the drivers'.
    double shift(std::span<const PlanarJoint> joints, const Vector& v, Vector& q) const {
        MechanismMotion motion(system_, mechanism_, joints);
        motion.set_time(0);
        motion.move(q.data(), nullptr);
        motion.constrain();
        const auto n = static_cast<Eigen::Index>(mechanism_.coordinates.size());
        Vector some(n);
        for (Eigen::Index c = 0; c < n; ++c) some[c] = mobility_[c] * std::cos(1.0 + 2.3 * static_cast<double>(c));
        const Vector along = some + correction(motion.jacobian(), mobility_, motion.jacobian() * some);
        double turn = 0, rate = 0;
        for (Eigen::Index c = 0; c < n; ++c) {
            const double per = turns_[static_cast<std::size_t>(c)] ? 1 : 1 / size_;
            turn = std::max(turn, per * std::abs(along[c]));
            rate = std::max(rate, per * std::abs(v[mechanism_.coordinates[static_cast<std::size_t>(c)]]));
        }
        constexpr double far = 0.02;
        if (turn > 0) add(along, far / turn, q);
        return rate > 0 ? far / rate : 0;
    }

  private:
    [[nodiscard]] Eigen::Index place(int coordinate) const {
        return std::ranges::lower_bound(mechanism_.coordinates, coordinate) - mechanism_.coordinates.begin();
    }
    [[nodiscard]] static double largest(const Vector& v) { return v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0; }
    /// The smallest change (by mass) that takes the values away: -D (J D)^+ value.
    [[nodiscard]] static Vector correction(const Matrix& jacobian, const Vector& mobility, const Vector& value) {
        if (value.size() == 0) return Vector::Zero(mobility.size());
        const Matrix scaled = jacobian * mobility.asDiagonal();
        return -(mobility.asDiagonal() * linalg::least_solution(scaled, value, independent));
    }
    void add(const Vector& step, double share, Vector& q) const {
        for (Eigen::Index c = 0; c < step.size(); ++c) q[mechanism_.coordinates[static_cast<std::size_t>(c)]] += share * step[c];
    }

    const System& system_;
    const Mechanism& mechanism_;
    Vector mobility_;
    std::vector<bool> turns_;
    double size_ = 0;
    mutable int worst_ = 0;
};

/// Drivers that count from the start do not say where it is.
void release_drivers(std::vector<PlanarJoint>& joints, bool kept) {
    for (PlanarJoint& joint : joints) {
        if (joint.from_start) joint.kept.assign(1, kept);
    }
}

void count_from(const System& system, const Mechanism& mechanism, std::vector<PlanarJoint>& joints) {
    for (PlanarJoint& joint : joints) {
        if (!joint.from_start) continue;
        MechanismMotion motion(system, mechanism, {&joint, 1});
        motion.set_time(0);
        motion.move(system.q0.data(), nullptr);
        motion.constrain();
        bodies::Condition& c = joint.constraints.front();
        if (c.kind == bodies::Condition::Kind::turned)
            c.angle += motion.value()[0];
        else
            c.curve.point += motion.value()[0] * c.curve.normal;
    }
}

Error cannot_close(const PlanarJoint& joint, double left) {
    return bad_case(
        fmt::format("model.{}: '{}' cannot be closed: {:.3g} m (or rad) remain between its parts; is a length or a point "
                    "wrong, or does model:assemble start too far away?",
                    joint.kind, joint.name, left),
        joint.origin);
}

void drop_redundant(System& system, Mechanism& mechanism, const Start& start) {
    for (PlanarJoint& joint : mechanism.joints) {
        const auto given = [&](int frame) {
            return std::ranges::all_of(mechanism.frames[static_cast<std::size_t>(frame)].rows,
                                       [](const SparseRow& row) { return row.index.empty(); });
        };
        if (joint.drives_frame >= 0 || !given(joint.frames[0]) || !given(joint.frames[1])) continue;
        throw bad_case("model." + joint.kind + ": '" + joint.name +
                           "' is one joint too many: the motion of both its parts is given (by the ground or by drivers)",
                       joint.origin);
    }
    std::vector<bool> redundant = start.redundant(mechanism.joints, 0, system.q0);
    const auto count = std::ranges::count(redundant, true);
    if (count == 0) return;
    // Elsewhere, too? Otherwise it is the position that is special.
    Vector q = system.q0;
    const double time = start.shift(mechanism.joints, system.v0, q);
    const double left = start.close(mechanism.joints, time, q);
    std::vector<bool> there = redundant;
    if (left <= 1e-9 * start.size()) {
        there = start.redundant(mechanism.joints, time, q);
    } else {
        // The driver cannot go on: where it would have to, the equations are independent.
        there = start.redundant(mechanism.joints, 0, q);
    }
    if (std::ranges::count(there, true) < count) {
        int equation = 0;
        while (!redundant[static_cast<std::size_t>(equation)] || there[static_cast<std::size_t>(equation)]) ++equation;
        const PlanarJoint& joint = joint_of(mechanism.joints, equation);
        throw bad_case("model." + joint.kind + ": the mechanism starts at a dead point, where '" + joint.name +
                           "' leaves its motion undetermined; start it elsewhere (model:assemble, model:initial)",
                       joint.origin);
    }
    if (left > 1e-9 * start.size()) {
        int equation = 0;
        while (!redundant[static_cast<std::size_t>(equation)]) ++equation;
        const PlanarJoint& joint = joint_of(mechanism.joints, equation);
        throw bad_case(fmt::format("model.{}: '{}' is one joint too many: it closes where the mechanism starts, and {:.3g} m (or "
                                   "rad) remain once the drivers have gone on to t = {:.3g} s",
                                   joint.kind, joint.name, left, time),
                       joint.origin);
    }
    std::size_t row = 0;
    for (PlanarJoint& joint : mechanism.joints) {
        int dropped = 0;
        for (std::size_t e = 0; e < joint.kept.size(); ++e) {
            if (!joint.kept[e] || !redundant[row++]) continue;
            joint.kept[e] = false;
            ++dropped;
        }
        if (dropped == 0) continue;
        const bool all = dropped == static_cast<int>(joint.kept.size());
        system.notes.push_back(fmt::format("{} of the {} equations of {} '{}' follow{} from the others and {} left out{}",
                                           dropped, joint.kept.size(), joint.kind, joint.name, dropped == 1 ? "s" : "",
                                           dropped == 1 ? "is" : "are", all ? ": it carries no force" : ""));
    }
}

/// The slot whose pin lies farthest beyond its end, if one does.
std::optional<std::pair<std::size_t, double>> left_slot(const System& system, const Mechanism& mechanism, const StartGuess& guess,
                                                        const Vector& q) {
    std::optional<std::pair<std::size_t, double>> out;
    for (const auto& [joint, pair] : guess.slots) {
        const double far = beyond_end(system, mechanism, mechanism.pairs[pair], q);
        if (far > 0 && (!out || far > out->second)) out.emplace(joint, far);
    }
    return out;
}

/// Closes the ideal joints. Where a pin then lies beyond its slot, once more from where pins are nearest to the slots' middles.
double close_ideal(const System& system, const Mechanism& mechanism, const StartGuess& guess, const Start& start, Vector& q) {
    const Vector given = q;
    const double left = start.close(guess.ideal, 0, q);
    if (guess.slots.empty() || !left_slot(system, mechanism, guess, q)) return left;
    std::vector<PlanarJoint> centred = guess.ideal;
    for (const auto& [joint, pair] : guess.slots) {
        const PlanarPair& of = mechanism.pairs[pair];
        bodies::Condition& together = centred[joint].constraints.front();
        together = {};
        together.first = of.points[0] + of.gap.middle();
        together.second = of.points[1];
        centred[joint].kept.assign(2, true);
    }
    Vector again = given;
    (void)start.close(centred, 0, again);
    const double then = start.close(guess.ideal, 0, again);
    if (then <= 1e-10 * start.size()) {
        q = again;
        return then;
    }
    return left;
}

void set_free_lengths(const System& system, Mechanism& mechanism) {
    MechanismMotion motion(system, mechanism, mechanism.joints);
    motion.set_time(0);
    motion.move(system.q0.data(), nullptr);
    for (PlanarForce& force : mechanism.forces) {
        if (!force.free_at_start) continue;
        const bodies::FrameMotion& a = motion.frame(force.frames[0]);
        const bodies::FrameMotion& b = motion.frame(force.frames[1]);
        force.free = force.kind == PlanarForce::Kind::turning ? b.angle - a.angle
                                                              : (b.point(force.points[1]) - a.point(force.points[0])).norm();
    }
}

}  // namespace

void assemble_start(System& system, Mechanism& mechanism, StartGuess& guess) {
    release_drivers(guess.ideal, false);
    {
        Start start(system, mechanism);
        start.hold(guess.held);
        Start bodies = start;
        bodies.hold_structure();
        linalg::Vector q = system.q0;
        double left = close_ideal(system, mechanism, guess, bodies, q);
        if (left <= 1e-10 * start.size())
            system.q0 = q;
        else
            left = close_ideal(system, mechanism, guess, start, system.q0);
        if (!(left <= 1e-10 * start.size())) throw cannot_close(joint_of(guess.ideal, start.worst()), left);
        if (const auto slot = left_slot(system, mechanism, guess, system.q0)) {
            const PlanarJoint& joint = guess.ideal[slot->first];
            throw bad_case(fmt::format("model.slot: the pin of '{}' starts {:.3g} m beyond the end of the slot; start it within "
                                       "(model:assemble, model:initial), or let the slot reach it",
                                       joint.name, slot->second),
                           joint.origin);
        }
    }
    release_drivers(guess.ideal, true);
    count_from(system, mechanism, guess.ideal);
    count_from(system, mechanism, mechanism.joints);
    {
        Start start(system, mechanism);
        start.hold(guess.held_rates);
        Start bodies = start;
        bodies.hold_structure();
        Vector v = system.v0;
        double left = bodies.set_rates(guess.ideal, 0, system.q0, v);
        if (!(left <= 1e-9 * std::max(start.size(), v.cwiseAbs().maxCoeff()))) {
            v = system.v0;
            left = start.set_rates(guess.ideal, 0, system.q0, v);
        }
        const double scale = std::max(start.size(), v.cwiseAbs().maxCoeff());
        if (!(left <= 1e-9 * scale)) {
            drop_redundant(system, mechanism, Start(system, mechanism));  // a dead point says so
            const PlanarJoint& joint = joint_of(guess.ideal, start.worst());
            throw bad_case(fmt::format("model.{}: '{}' cannot move with the velocities given: {:.3g} m/s (or rad/s) remain",
                                       joint.kind, joint.name, left),
                           joint.origin);
        }
        system.v0 = v;
    }
    drop_redundant(system, mechanism, Start(system, mechanism));
    set_free_lengths(system, mechanism);
    for (const PlanarJoint& joint : mechanism.joints)
        mechanism.multipliers += static_cast<int>(std::ranges::count(joint.kept, true));
    int bodies = 0, driven = 0;
    for (const PlanarFrame& frame : mechanism.frames) {
        if (!frame.body) continue;
        ++(frame.driven ? driven : bodies);
        for (const SparseRow& row : frame.rows) mechanism.degrees_of_freedom += row.index.empty() ? 0 : 1;
    }
    int modes = 0;
    for (const FlexibleLink& link : mechanism.links) modes += static_cast<int>(link.modes.size());
    mechanism.degrees_of_freedom += modes;
    mechanism.degrees_of_freedom -= mechanism.multipliers;
    system.notes.push_back(fmt::format("mechanism: {} free {}, {} driven{}; {} equations of joints leave {} {} of freedom",
                                       bodies, bodies == 1 ? "body" : "bodies", driven,
                                       modes > 0 ? fmt::format(", {} modes of flexible ones", modes) : "", mechanism.multipliers,
                                       mechanism.degrees_of_freedom, mechanism.degrees_of_freedom == 1 ? "degree" : "degrees"));
}

}  // namespace jounce
