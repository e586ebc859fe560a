// The frictions in a step of collocation: at its nodes, in Newton's method, and between the nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "base/numbers/limits.hpp"
#include "contact/friction/sliding.hpp"
#include "contact/response/status.hpp"
#include "time/adaptive/collocation.hpp"
#include "time/equations/given_normal_force.hpp"

namespace jounce::time {

using contact::Slip;

namespace {
constexpr double independent = 1e-9;  // part of a row's inertance that the rows before it must leave
}  // namespace

bool Collocation::takes(const Friction& friction, const FrictionState& state) {
    if (friction.law->has_bristle) return friction.directions == 1;
    if (!friction.law->cone) return true;
    if (friction.around) return false;
    return state.status == FrictionStatus::stick || friction.directions == 1;
}

// Cholesky's factors of the inertances of the rows that stick.
bool Collocation::takes(const State& from) {
    held_.clear();
    for (const Resistance& item : all_resistances_) {
        const FrictionState& now = from.frictions[item.number];
        if (now.status == FrictionStatus::open) continue;
        if (!takes(*item.friction, now)) return false;
        for (int i = 0; i < item.friction->own_rows && now.status == FrictionStatus::stick; ++i)
            held_.push_back(static_cast<std::size_t>(item.friction->first_row + i));
    }
    const std::size_t m = held_.size();
    for (std::size_t a = 0; a < m; ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
            double sum = compliance_.inertance(held_[a], held_[b]);
            for (std::size_t k = 0; k < b; ++k) sum -= gram_[a * m + k] * gram_[b * m + k];
            if (a > b) {
                gram_[a * m + b] = sum / gram_[b * m + b];
            } else if (!(sum > independent * compliance_.inertance(held_[a], held_[a]))) {
                return false;
            } else {
                gram_[a * m + a] = std::sqrt(sum);
            }
        }
    }
    return true;
}

std::size_t Collocation::unknown_of(std::size_t row) const {
    return static_cast<std::size_t>(std::ranges::find(rows_, row) - rows_.begin());
}

void Collocation::begin_resistances(const State& from) {
    resistances_.clear();
    for (const Resistance& item : all_resistances_) {
        const FrictionState& now = from.frictions[item.number];
        if (now.status == FrictionStatus::open) continue;
        Resistance& to = resistances_.emplace_back(item);
        to.begin = now;
        to.bristle.fill(now.bristle[0]);
        for (int i = 0; i < item.friction->own_rows; ++i) rows_.push_back(static_cast<std::size_t>(item.friction->first_row + i));
        const SlipRows rows = slip_rows(system_, from, *item.friction);
        for (std::size_t l = 0; l < static_cast<std::size_t>(rows.count); ++l) {
            const auto row = static_cast<std::size_t>(rows.row[l]);
            to.unknown[l] = unknown_of(row);
            to.size += compliance_.amplitude(row, from.v);
        }
        if (item.friction->contact < 0) continue;
        const Contact& contact = system_.contacts[static_cast<std::size_t>(item.friction->contact)];
        to.gap_unknown = unknown_of(static_cast<std::size_t>(contact.first_row));
    }
    (void)takes(from);
    for (std::size_t a = 0; a < held_.size(); ++a) {
        for (std::size_t u = 0; u < rows_.size(); ++u)
            coupling_[a * rows_.size() + u] = compliance_.inertance(held_[a], rows_[u]);
    }
}

void Collocation::respond(const Resistance& resistance, double time, Resisting& now) const {
    const Friction& friction = *resistance.friction;
    if (friction.contact < 0) {
        now.press.force = given_normal_force(friction, time);
    } else if (system_.contacts[static_cast<std::size_t>(friction.contact)].law->adhesion) {
        now.press.remove_tension();
    }
    if (resistance.sticks()) return;
    const FrictionState& begin = resistance.begin;
    if (friction.law->cone) {
        const contact::Sliding held{begin.direction, begin.breaking, friction.directions, 0};
        now.response = contact::slide(*friction.law->cone, held, now.slip, now.press.force);
    } else {
        now.response = friction.law->evaluate(now.slip, now.press.force, {{now.bristle, 0}, {}, 0});
    }
}

void Collocation::resist(double h) {
    bent_ = true;
    for (std::size_t k = 0; k < resistances_.size(); ++k) {
        Resistance& item = resistances_[k];
        item.damping = 0;
        for (std::size_t i = 0; i < nodes; ++i) {
            Resisting& now = resisting_[k][i];
            now = {};
            for (const Side& side : sides_) {
                if (item.friction->contact < 0 || side.unknown != item.gap_unknown) continue;
                const contact::SideMotion& at = side.place[i];
                const auto width = static_cast<std::size_t>(side.contact->gap.coordinates());
                const double rate[2] = {v_[side.unknown * nodes + i], width == 2 ? v_[(side.unknown + 1) * nodes + i] : 0.0};
                now.press.add(side.response[i], at.normal, at.motion.rate, at.radius, rate, width);
                now.normal = at.normal;
                now.rate = at.motion.rate;
                now.radius = at.radius;
            }
            now.rows = slip_rows(system_, *item.friction, now.normal);
            const auto count = static_cast<std::size_t>(now.rows.count);
            for (std::size_t l = 0; l < count; ++l) {
                const double rate = v_[item.unknown[l] * nodes + i];
                for (std::size_t c = 0; c < 2; ++c) now.slip[c] += now.rows.share[c][l] * rate;
            }
        }
        if (item.friction->law->has_bristle) bend(k, h);
        for (std::size_t i = 0; i < nodes; ++i) {
            Resisting& now = resisting_[k][i];
            const auto count = static_cast<std::size_t>(now.rows.count);
            respond(item, from_time_ + force_nodes.place[i] * h, now);
            ++evaluations_;
            for (std::size_t l = 0; l < count; ++l) {
                const std::size_t a = item.unknown[l] * nodes + i;
                answer_[a] += item.sticks()
                                  ? force_[a]
                                  : now.rows.share[0][l] * now.response.force[0] + now.rows.share[1][l] * now.response.force[1];
            }
            for (const double d : now.response.damping) item.damping = std::max(item.damping, std::abs(d));
        }
    }
}

double Collocation::rest_of_work(const Resistance& item) const {
    const double s = flight_.instant();
    if (item.friction->around) {
        const Resisting now = at(item, s);
        return contact::dot(now.response.force, now.slip);
    }
    double sum = 0;
    for (std::size_t l = 0; l < static_cast<std::size_t>(item.friction->own_rows); ++l) {
        const RowForce& force = forces_[item.unknown[l]];
        double slope = 0;
        for (std::size_t m = RowForce::powers; m-- > 1;) slope = slope * s + static_cast<double>(m) * force.coefficient[m];
        sum -= slope * (flight_.row(force.row).value - place_begin_[item.unknown[l]]);
    }
    return sum;
}

void Collocation::add_boundary_work(double end, std::vector<double>& frictions) {
    flight_.at(end);
    for (const Resistance& item : resistances_) {
        for (std::size_t l = 0; l < static_cast<std::size_t>(item.friction->own_rows) && !item.friction->around; ++l) {
            const RowForce& force = forces_[item.unknown[l]];
            frictions[item.number] += force.at(end) * (flight_.row(force.row).value - place_begin_[item.unknown[l]]);
        }
    }
}

void Collocation::linearise_resistances(const NodeCompliance::Matrices& matrices) {
    const std::size_t size = rows_.size() * nodes, stride = matrices.rows.size() * nodes;
    const auto column = [&](std::size_t b) { return place_[b / nodes] * nodes + b % nodes; };
    for (const Resistance& item : resistances_) {
        for (std::size_t r = 0; r < static_cast<std::size_t>(item.friction->own_rows); ++r) {
            const std::size_t first = unknown_of(static_cast<std::size_t>(item.friction->first_row) + r) * nodes;
            for (std::size_t a = first; a < first + nodes; ++a) {
                for (std::size_t b = 0; b < size; ++b) jacobian_[a + b * size] = a == b ? 1.0 : 0.0;
            }
        }
    }
    for (std::size_t k = 0; k < resistances_.size(); ++k) {
        const Resistance& item = resistances_[k];
        const std::size_t width =
            item.friction->contact < 0
                ? 0
                : static_cast<std::size_t>(system_.contacts[static_cast<std::size_t>(item.friction->contact)].gap.coordinates());
        for (std::size_t i = 0; i < nodes; ++i) {
            const Resisting& now = resisting_[k][i];
            const auto count = static_cast<std::size_t>(now.rows.count);
            const auto row = [&](std::size_t unknown) { return (place_[unknown] * nodes + i) * stride; };
            if (item.sticks()) {
                const double scale = 1 / (item.inertance * matrices.h);
                for (std::size_t l = 0; l < count; ++l) {
                    const std::size_t a = item.unknown[l] * nodes + i, from = row(item.unknown[l]);
                    change_[a] = scale * (v_[a] - item.begin.velocity[l]);
                    for (std::size_t b = 0; b < size; ++b) jacobian_[a + b * size] = scale * matrices.v[from + column(b)];
                }
                continue;
            }
            const bool around = item.friction->around, bristled = item.friction->law->has_bristle;
            // Of the slip at a node, and of the tangent of a circular gap there.
            const auto moved = [&](std::size_t node, std::size_t b) {
                const Resisting& there = resisting_[k][node];
                Slip slip{};
                double turn = 0;
                for (std::size_t l = 0; l < count; ++l) {
                    const std::size_t at = (place_[item.unknown[l]] * nodes + node) * stride + column(b);
                    for (std::size_t c = 0; c < 2; ++c) slip[c] += there.rows.share[c][l] * matrices.v[at];
                    if (around && l < 2) turn += there.rows.share[0][l] * matrices.x[at] / there.radius;
                }
                slip[0] -= there.rate * turn;
                return std::pair{slip, turn};
            };
            for (std::size_t b = 0; b < size; ++b) {
                const auto [slip, turn] = moved(i, b);
                double pressing = 0;  // of the normal force
                for (std::size_t n = 0; n < width; ++n) {
                    const std::size_t at = row(item.gap_unknown + n) + column(b);
                    pressing += now.press.by_x[n] * matrices.x[at] + now.press.by_v[n] * matrices.v[at];
                }
                Slip change{};
                for (std::size_t c = 0; c < 2; ++c)
                    change[c] = now.response.damping[2 * c] * slip[0] + now.response.damping[2 * c + 1] * slip[1] +
                                now.response.by_normal[c] * pressing;
                if (bristled) {
                    change[0] = now.response.by_normal[0] * pressing;
                    for (std::size_t j = 0; j < nodes; ++j) change[0] += slope_[k][i + j * nodes] * moved(j, b).first[0];
                }
                for (std::size_t l = 0; l < count; ++l) {
                    double sum = now.rows.share[0][l] * change[0] + now.rows.share[1][l] * change[1];
                    if (around && l < 2) sum -= now.response.force[0] * now.normal[l] * turn;
                    jacobian_[item.unknown[l] * nodes + i + b * size] += sum;
                }
            }
        }
    }
}

// B a = 0 of the rows that stick, with W = B M^-1 B^T:  f = p + W^-1 (a_r + W_rs (p_s - F_s)),  p the polynomials, a_r the
// accelerations under them, F_s the laws of the other rows s.
void Collocation::hold(double s) {
    std::fill_n(law_.begin(), rows_.size(), 0.0);
    for (const Side& side : sides_) {
        const contact::SideMotion at = motion(side);
        const double force = status_response(*side.law, at.motion, side.memory).force;
        for (std::size_t i = 0; i < static_cast<std::size_t>(side.contact->gap.coordinates()); ++i)
            law_[side.unknown + i] += force * at.normal[i];
    }
    for (const Resistance& item : resistances_) {
        const Resisting now = at(item, s);
        for (std::size_t l = 0; l < static_cast<std::size_t>(now.rows.count); ++l)
            law_[item.unknown[l]] += now.rows.share[0][l] * now.response.force[0] + now.rows.share[1][l] * now.response.force[1];
    }
    for (std::size_t a = 0; a < held_.size(); ++a) {
        held_force_[a] = flight_.row(held_[a]).second;
        for (std::size_t u = 0; u < rows_.size(); ++u)
            held_force_[a] += coupling_[a * rows_.size() + u] * (forces_[u].at(s) - law_[u]);
    }
    solve_held(held_force_.data());
    for (std::size_t a = 0; a < held_.size(); ++a) held_force_[a] += forces_[unknown_of(held_[a])].at(s);
}

void Collocation::solve_held(double* x) const {
    const std::size_t m = held_.size();
    for (std::size_t a = 0; a < m; ++a) {
        for (std::size_t b = 0; b < a; ++b) x[a] -= gram_[a * m + b] * x[b];
        x[a] /= gram_[a * m + a];
    }
    for (std::size_t a = m; a-- > 0;) {
        for (std::size_t b = a + 1; b < m; ++b) x[a] -= gram_[b * m + a] * x[b];
        x[a] /= gram_[a * m + a];
    }
}

void Collocation::keep_slips(double* v) {
    std::size_t a = 0;
    for (const Resistance& item : resistances_) {
        if (!item.sticks()) continue;
        for (std::size_t k = 0; k < static_cast<std::size_t>(item.friction->own_rows); ++k, ++a)
            held_force_[a] = flight_.row(held_[a]).first - item.begin.velocity[k];
    }
    solve_held(held_force_.data());
    for (a = 0; a < held_.size(); ++a) {
        const SparseRow& row = system_.rows[held_[a]];
        for (std::size_t e = 0; e < row.index.size(); ++e) v[row.index[e]] -= held_force_[a] * row.coefficient[e];
    }
}

double Collocation::held(const Resistance& stick, std::size_t component) const {
    const std::size_t row = static_cast<std::size_t>(stick.friction->first_row) + component;
    return held_force_[static_cast<std::size_t>(std::ranges::find(held_, row) - held_.begin())];
}

Collocation::Resisting Collocation::at(const Resistance& item, double s) const {
    Resisting now;
    for (const Side& side : sides_) {
        if (item.friction->contact < 0 || side.unknown != item.gap_unknown) continue;
        const contact::SideMotion at = motion(side);
        now.press.force += status_response(*side.law, at.motion, side.memory).force;
        now.normal = at.normal;
    }
    now.rows = slip_rows(system_, *item.friction, now.normal);
    for (std::size_t l = 0; l < static_cast<std::size_t>(now.rows.count); ++l) {
        const double rate = flight_.row(static_cast<std::size_t>(now.rows.row[l])).first;
        for (std::size_t c = 0; c < 2; ++c) now.slip[c] += now.rows.share[c][l] * rate;
    }
    now.bristle = bristle(item, s);
    respond(item, from_time_ + s, now);
    for (std::size_t c = 0; c < static_cast<std::size_t>(item.friction->directions) && item.sticks(); ++c)
        now.response.force[c] = forces_[item.unknown[c]].at(s);
    return now;
}

double Collocation::defect(const Resistance& item, double s) const {
    const Resisting now = at(item, s);
    double largest = 0;
    for (std::size_t l = item.friction->around ? 2 : 0; l < static_cast<std::size_t>(now.rows.count); ++l) {
        const double law = now.rows.share[0][l] * now.response.force[0] + now.rows.share[1][l] * now.response.force[1];
        largest = std::max(largest, std::abs(forces_[item.unknown[l]].at(s) - law));
    }
    return std::max(largest - 4 * epsilon * item.damping * item.size, 0.0);
}

}  // namespace jounce::time
