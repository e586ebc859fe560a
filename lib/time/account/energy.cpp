// The energy account: every term by its own quadrature; the remainder is the numerical error.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/energy.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/numbers/hermite.hpp"
#include "system/mechanism/motion.hpp"
#include "system/state/slip_rows.hpp"
#include "system/state/state_archive.hpp"
#include "time/account/archive.hpp"
#include "time/equations/linear_kernel.hpp"

namespace jounce::time {

std::array<double, 10> as_array(const EnergyTerms& t) {
    return {t.kinetic,         t.strain,   t.contact,    t.external, t.base, t.structural_damping,
            t.contact_damping, t.friction, t.transition, t.remainder};
}

struct EnergyAccount::Work {
    explicit Work(const System& s)
        : system(s),
          linear(s.linear),
          increment(linear.vector()),
          sum(linear.vector()),
          support_now(s.recovery.prescribed.size()),
          support_before(support_now) {
        if (s.mechanism) {
            mechanism.emplace(s, *s.mechanism, s.mechanism->joints);
            const auto drives = [](const PlanarJoint& joint) { return joint.drive != nullptr; };
            driven = s.mechanism->driven_bodies() > 0 || std::ranges::any_of(s.mechanism->joints, drives) ||
                     !s.recovery.prescribed.empty();
        }
        for (const Contact& contact : s.contacts)
            keeps.insert(keeps.end(), static_cast<std::size_t>(contact.gap.sides()), contact.law->transition->relaxes);
    }

    const System& system;
    LinearKernel linear;
    std::optional<MechanismMotion> mechanism;
    bool driven = false;                  // is a motion of the mechanism given?
    linalg::PaddedVector increment, sum;  // q' - q and v + v'
    EnergyTerms integrals;                // work integrals only
    std::vector<char> keeps;              // per side: the element relaxes while open
    double start = 0;                     // stored energy at the start
    double largest = 0;
    double positive_work = 0;

    // Prescribed motions: their signals, and their reactions at the last accepted state.
    struct Support {
        SignalSample motion;
        double force = 0;
    };
    std::vector<Support> support_now, support_before;

    /// Reads from or writes to an archive: the integrals and the values that the next step compares with.
    template <class Archive, class Self>
    static void transfer(Archive& archive, Self& self) {
        archive(self.integrals, self.start, self.largest, self.positive_work);
        for (auto& support : self.support_now) archive(support.motion, support.force);
    }

    void sample_supports(const State& state);
    void add_support_work(const AcceptedStep& step);
    void add_load_work(const AcceptedStep& step);
    /// The impulses of rigid stops on moving supports, at one instant.
    void add_support_impulses(const SwitchedState& event);
    /// \param given is the work of the forces on the slip already known?
    void add_friction_work(const AcceptedStep& step, bool given);
    /// The loss of a side with a constant status, and of a side that changes it within a step (events = "stepwise").
    void add_contact_loss(const SideState& before, const SideState& after);
    void add_stepwise_switch(const SideState& before, const SideState& after);
    [[nodiscard]] EnergyTerms stored(const State& state);
};

void EnergyAccount::Work::sample_supports(const State& state) {
    const auto& prescribed = system.recovery.prescribed;
    for (std::size_t j = 0; j < prescribed.size(); ++j) support_now[j].motion = prescribed[j].signal->sample(state.time);
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const PrescribedMotion& p = prescribed[j];
        double force = p.mass_row.dot(state.a) + p.damping_row.dot(state.v) + p.stiffness_row.dot(state.q);
        for (std::size_t i = 0; i < prescribed.size(); ++i) {
            const SignalSample& s = support_now[i].motion;
            force += p.mass[i] * s.second + p.damping[i] * s.first + p.stiffness[i] * s.value;
        }
        support_now[j].force = force;
    }
    // What a load gives the support itself, the driver need not.
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        for (const auto& [j, share] : system.loads[i].on_supports)
            support_now[static_cast<std::size_t>(j)].force -= share * state.load_values[i];
    }
    // A moving stop also carries the contact force.
    for (const Contact& contact : system.contacts) {
        for (int i = 0; i < contact.gap.coordinates(); ++i) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                double local = 0;
                for (int s = 0; s < contact.gap.sides(); ++s) {
                    const SideState& side = state.sides[static_cast<std::size_t>(contact.first_side + s)];
                    local += side.response.force * side.normal[static_cast<std::size_t>(i)];
                }
                support_now[static_cast<std::size_t>(row.prescribed[e])].force += row.prescribed_coefficient[e] * local;
            }
        }
    }
    for_each_friction_force(system, state, [this](int index, double force) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(index)];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e)
            support_now[static_cast<std::size_t>(row.prescribed[e])].force += row.prescribed_coefficient[e] * force;
    });
}

void EnergyAccount::Work::add_load_work(const AcceptedStep& step) {
    for (std::size_t i = 0; i < system.loads.size(); ++i) {
        const Load& load = system.loads[i];
        if (load.term == WorkTerm::support) continue;
        const double mean = 0.5 * (step.before.load_values[i] + step.after.load_values[i]);
        if (mean == 0) continue;
        double work = mean * load.pattern.dot(increment.vector());
        for (const auto& [j, share] : load.on_supports) {
            const SignalPointer& motion = system.recovery.prescribed[static_cast<std::size_t>(j)].signal;
            work += mean * share * (motion->value(step.after.time) - motion->value(step.before.time));
        }
        (load.term == WorkTerm::external ? integrals.external : integrals.base) += work;
        if (work > 0) positive_work += work;
    }
    if (!linear.damped()) return;
    const double* __restrict v0 = step.before.v.data();
    const double* __restrict v1 = step.after.v.data();
    double* __restrict both = sum.data();
    for (int i = 0; i < linear.size(); ++i) both[i] = v0[i] + v1[i];
    integrals.structural_damping += 0.5 * linear.damping_work(increment, sum);
}

void EnergyAccount::Work::add_support_work(const AcceptedStep& step) {
    const auto& prescribed = system.recovery.prescribed;
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const Support& before = support_before[j];
        const Support& after = support_now[j];
        const double moved = after.motion.value - before.motion.value;
        const double work = 0.5 * (before.force + after.force) * moved;
        integrals.base += work;
        if (work > 0) positive_work += work;
        // The power of dampers between the support and the free coordinates, v' C v with v = T q' + pattern s'.
        const double speed = 0.5 * (before.motion.first + after.motion.first);
        const linalg::Vector& row = prescribed[j].damping_row;
        double lost = speed * row.dot(increment.vector()) + 0.5 * moved * (row.dot(step.before.v) + row.dot(step.after.v));
        for (std::size_t i = 0; i < prescribed.size(); ++i) {
            lost += prescribed[j].damping[i] * moved * 0.5 * (support_before[i].motion.first + support_now[i].motion.first);
        }
        integrals.structural_damping += lost;
    }
}

void EnergyAccount::Work::add_support_impulses(const SwitchedState& event) {
    for (const Switch& change : event.switches) {
        if (change.impulse == 0) continue;
        for (const Contact& contact : system.contacts) {
            if (change.side < contact.first_side || change.side >= contact.first_side + contact.gap.sides()) continue;
            const auto& normal = event.before.sides[static_cast<std::size_t>(change.side)].normal;
            for (int i = 0; i < contact.gap.coordinates(); ++i) {
                const SparseRow& row = system.rows[static_cast<std::size_t>(contact.first_row + i)];
                const double push = change.impulse * normal[static_cast<std::size_t>(i)];
                for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                    const double speed = support_now[static_cast<std::size_t>(row.prescribed[e])].motion.first;
                    integrals.base += push * row.prescribed_coefficient[e] * speed;
                }
            }
        }
    }
    for (std::size_t i = 0; i < event.after.frictions.size(); ++i) {
        const contact::Slip& impulse = event.after.frictions[i].impulse;
        const SlipRows rows = slip_rows(system, event.after, system.frictions[i]);
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            const SparseRow& row = system.rows[static_cast<std::size_t>(rows.row[l])];
            const double push = rows.share[0][l] * impulse[0] + rows.share[1][l] * impulse[1];
            for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
                integrals.base +=
                    push * row.prescribed_coefficient[e] * support_now[static_cast<std::size_t>(row.prescribed[e])].motion.first;
            }
        }
    }
    // The support also takes the impulse of the mass coupled to it.
    const auto& prescribed = system.recovery.prescribed;
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const linalg::Vector& mass = prescribed[j].mass_row;
        integrals.base += support_now[j].motion.first * (mass.dot(event.after.v) - mass.dot(event.before.v));
    }
}

// Force times displacement, row by row with the trapezoidal rule as for all other terms. The energy stored in the
// bristles is subtracted; its change due to the normal force is a transition: d(N e) = N de + e dN.
void EnergyAccount::Work::add_friction_work(const AcceptedStep& step, bool given) {
    const auto moved = [&](int index) {
        const SparseRow& row = system.rows[static_cast<std::size_t>(index)];
        double out = 0;
        for (std::size_t e = 0; e < row.index.size(); ++e) out += row.coefficient[e] * increment.vector()[row.index[e]];
        for (std::size_t e = 0; e < row.prescribed.size(); ++e) {
            const auto support = static_cast<std::size_t>(row.prescribed[e]);
            out += row.prescribed_coefficient[e] * (support_now[support].motion.value - support_before[support].motion.value);
        }
        return out;
    };
    for (const State* state : {&step.before, &step.after}) {
        if (given) break;
        for_each_friction_force(system, *state, [&](int row, double force) { integrals.friction += 0.5 * force * moved(row); });
    }
    for (std::size_t i = 0; i < step.after.frictions.size(); ++i) {
        const FrictionState& before = step.before.frictions[i];
        const FrictionState& after = step.after.frictions[i];
        if (before.stored_energy == 0 && after.stored_energy == 0) continue;
        const double e0 = before.normal_force > 0 ? before.stored_energy / before.normal_force : 0.0;
        const double e1 = after.normal_force > 0 ? after.stored_energy / after.normal_force : 0.0;
        integrals.friction -= 0.5 * (before.normal_force + after.normal_force) * (e1 - e0);
        integrals.transition -= 0.5 * (e0 + e1) * (after.normal_force - before.normal_force);
    }
}

void EnergyAccount::Work::add_contact_loss(const SideState& before, const SideState& after) {
    integrals.contact_damping += trapezoidal_work(before, after, 0).loss;
}

// The force, evaluated as if in contact at both ends, passes zero between them: on one side of the zero the damper
// dissipates; on the other the element has released its stored energy, U(delta) being the cubic with F_e at its ends.
// Both only while the bodies touch.
void EnergyAccount::Work::add_stepwise_switch(const SideState& before, const SideState& after) {
    const SideState& shut = before.memory.closed ? before : after;
    const SideState& open = before.memory.closed ? after : before;
    const double surface = shut.memory.permanent_indentation;
    const double begin = shut.motion.indentation;
    const double end = std::max(open.motion.indentation, surface);
    const double pull = open.response.clamped;
    const double place = begin + shut.response.force / (shut.response.force + pull) * (open.motion.indentation - begin);
    if (!(pull > 0) || !(place > surface) || begin == end) return add_contact_loss(before, after);
    const CubicHermite energy{end - begin, shut.response.stored_energy, shut.response.elastic_force, open.response.stored_energy,
                              open.response.elastic_force};
    const double sign = before.memory.closed ? 1 : -1;
    integrals.transition += sign * (energy.value(place - begin) - open.response.stored_energy);
    const double lost = shut.response.force - shut.response.elastic_force - energy.rate(place - begin);
    integrals.contact_damping += sign * 0.5 * lost * (place - begin);
}

EnergyTerms EnergyAccount::Work::stored(const State& state) {
    EnergyTerms terms = integrals;
    sum.vector() = state.v;
    terms.kinetic = linear.kinetic_energy(sum);
    sum.vector() = state.q;
    terms.strain = linear.strain_energy(sum);
    // The supports were sampled when the state was accepted.
    const auto& prescribed = system.recovery.prescribed;
    for (std::size_t j = 0; j < prescribed.size(); ++j) {
        const SignalSample& s = support_now[j].motion;
        terms.kinetic += s.first * prescribed[j].mass_row.dot(state.v);
        terms.strain += s.value * prescribed[j].stiffness_row.dot(state.q);
        for (std::size_t i = 0; i < prescribed.size(); ++i) {
            terms.kinetic += 0.5 * s.first * support_now[i].motion.first * prescribed[j].mass[i];
            terms.strain += 0.5 * s.value * support_now[i].motion.value * prescribed[j].stiffness[i];
        }
    }
    if (mechanism) {
        mechanism->set_time(state.time);
        mechanism->move(state.q.data(), state.v.data());
        terms.strain += mechanism->spring_energy();
        terms.kinetic += mechanism->link_energy();
    }
    for (const SideState& side : state.sides) terms.contact += side.response.stored_energy;
    for (const FrictionState& friction : state.frictions) terms.contact += friction.stored_energy;
    return terms;
}

EnergyAccount::EnergyAccount() = default;
EnergyAccount::~EnergyAccount() = default;

void EnergyAccount::begin(const System& system, const State& state) {
    work_ = std::make_unique<Work>(system);
    work_->sample_supports(state);
    const EnergyTerms now = work_->stored(state);
    work_->start = now.kinetic + now.strain + now.contact;
}

void EnergyAccount::save(ArchiveWriter& archive) const { Work::transfer(archive, std::as_const(*work_)); }

void EnergyAccount::load(ArchiveReader& archive, const System& system) {
    work_ = std::make_unique<Work>(system);
    Work::transfer(archive, *work_);
}

void EnergyAccount::accepted(const AcceptedStep& step) {
    Work& w = *work_;
    const int n = w.linear.size();
    double* __restrict dq = w.increment.data();
    {
        const double* __restrict q0 = step.before.q.data();
        const double* __restrict q1 = step.after.q.data();
        for (int i = 0; i < n; ++i) dq[i] = q1[i] - q0[i];
    }
    const StepWork* own = step.work();
    if (own != nullptr) {
        w.integrals.external += own->sum.external;
        w.integrals.base += own->sum.base;
        w.integrals.structural_damping += own->sum.structural_damping;
        w.integrals.friction += own->sum.friction;
        w.positive_work += std::max(own->sum.external, 0.0) + std::max(own->sum.base, 0.0);
    } else {
        w.add_load_work(step);
    }
    for (std::size_t s = 0; s < step.after.sides.size(); ++s) {
        const SideState& before = step.before.sides[s];
        const SideState& after = step.after.sides[s];
        if (w.keeps[s] && !after.memory.closed) {
            // The relaxation of an open element is known in closed form.
            w.integrals.contact_damping +=
                trapezoidal_work(before, after, 0).work + before.response.stored_energy - after.response.stored_energy;
            continue;
        }
        if (before.memory.closed != after.memory.closed) {
            w.add_stepwise_switch(before, after);
        } else if (after.memory.closed && own != nullptr) {
            w.integrals.contact_damping += own->sides[s].loss;
        } else if (after.memory.closed) {
            w.add_contact_loss(before, after);
        } else {
            // Released while still indented, stepwise: with located events, this energy was lost at the release.
            w.integrals.transition += before.response.stored_energy - after.response.stored_energy;
        }
    }
    if (!w.support_now.empty()) {
        w.support_before.swap(w.support_now);
        w.sample_supports(step.after);
        if (own == nullptr) w.add_support_work(step);
    }
    if (!step.after.frictions.empty()) w.add_friction_work(step, own != nullptr && !own->frictions.empty());
}

void EnergyAccount::switched(const SwitchedState& event) {
    Work& w = *work_;
    const double lost_before = w.integrals.contact_damping + w.integrals.friction;
    for (const Switch& change : event.switches) {
        const std::size_t s = static_cast<std::size_t>(change.side);
        const SideState& before = event.before.sides[s];
        const SideState& after = event.after.sides[s];
        w.integrals.transition += before.response.stored_energy - after.response.stored_energy;
        w.integrals.contact_damping += 0.5 * change.impulse * (before.motion.rate + after.motion.rate);
    }
    for (std::size_t i = 0; i < event.after.frictions.size(); ++i) {
        const FrictionState& before = event.before.frictions[i];
        const FrictionState& after = event.after.frictions[i];
        w.integrals.transition += before.stored_energy - after.stored_energy;
        for (std::size_t k = 0; k < 2; ++k)
            w.integrals.friction += 0.5 * after.impulse[k] * (after.speed_before[k] + after.velocity[k]);
    }
    // When a given motion jumps, the joints transmit it by impulses, and the driver does the work. The driver also does
    // work when contacts give impulses to the bodies it moves, in addition to their losses.
    if (w.driven && event.before.v != event.after.v) {
        const double lost = w.integrals.contact_damping + w.integrals.friction - lost_before;
        w.integrals.base += w.stored(event.after).kinetic - w.stored(event.before).kinetic + lost;
    }
    if (w.support_now.empty()) return;
    if (!w.driven) w.add_support_impulses(event);
    // The reactions jump with the accelerations.
    w.sample_supports(event.after);
}

EnergyTerms EnergyAccount::terms(const State& state) const {
    EnergyTerms t = work_->stored(state);
    t.remainder = t.external + t.base + work_->start -
                  (t.kinetic + t.strain + t.contact + t.structural_damping + t.contact_damping + t.friction + t.transition);
    work_->largest = std::max(work_->largest, std::abs(t.remainder));
    return t;
}

double EnergyAccount::largest_remainder() const { return work_->largest; }

double EnergyAccount::work_done() const { return work_->positive_work + work_->start; }

}  // namespace jounce::time
