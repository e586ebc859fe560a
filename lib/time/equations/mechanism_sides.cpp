// Sides of contacts in a System with joints: positions, generalised forces, derivatives for an iteration.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/equations/mechanism_dynamics.hpp"

#include <algorithm>
#include <cmath>

#include "system/state/gap_rows.hpp"

namespace jounce::time {

using bodies::FrameMatrix;
using bodies::FrameMotion;
using bodies::FrameRow;
using bodies::perpendicular;
using bodies::Vector2;
using linalg::Matrix;
using linalg::Vector;

namespace {

/// Position of the moving point of a pair. By components: a pair loaded just after its parts were stored one by one
/// waits for the store.
struct PairPlace {
    double arm_x, arm_y;    // to the point, on its frame, global
    double from_x, from_y;  // to it, from the first frame's origin, global
    double cosine, sine;    // of the gap's axes
    Vector2 at;             // in them
};
inline PairPlace place_of(const PlanarPair& pair, double c, double s, const FrameMotion& first, const FrameMotion& second) {
    const double arm_x = second.cosine * pair.points[1][0] - second.sine * pair.points[1][1];
    const double arm_y = second.sine * pair.points[1][0] + second.cosine * pair.points[1][1];
    const double base_x = first.cosine * pair.points[0][0] - first.sine * pair.points[0][1];
    const double base_y = first.sine * pair.points[0][0] + first.cosine * pair.points[0][1];
    const double apart_x = second.position[0] + arm_x - first.position[0] - base_x;
    const double apart_y = second.position[1] + arm_y - first.position[1] - base_y;
    const double cosine = c * first.cosine - s * first.sine, sine = s * first.cosine + c * first.sine;
    return {arm_x,
            arm_y,
            base_x + apart_x,
            base_y + apart_y,
            cosine,
            sine,
            {cosine * apart_x + sine * apart_y, cosine * apart_y - sine * apart_x}};
}

}  // namespace

void MechanismDynamics::hold(const State& state) {
    if (slots_.empty()) return;
    set_time(state.time);
    motion_.move(state.q.data(), state.v.data());
    for (const std::size_t p : slots_) {
        const PlanarPair& pair = mechanism_->pairs[p];
        const auto [c, s] = turns_[p];
        const PairPlace place = place_of(pair, c, s, motion_.frame(pair.frames[0]), motion_.frame(pair.frames[1]));
        const std::array<const SideState*, 2> was{&state.sides[static_cast<std::size_t>(side_of(pair))],
                                                  &state.sides[static_cast<std::size_t>(side_of(mechanism_->pairs[p + 1]))]};
        const auto first_of = [&](const auto& is) { return is(*was[0]) ? 0 : is(*was[1]) ? 1 : -1; };
        int owner = first_of([](const SideState& side) { return side.memory.closed; });
        if (owner < 0) {
            // A side released while indented counts as in contact until it is outside.
            const auto indented = [](const SideState& side) { return side.motion.indentation > 0; };
            owner = indented(*was[0]) && indented(*was[1]) ? pair.gap.half(place.at) : first_of(indented);
        }
        if (owner < 0) {
            holds_[p] = holds_[p + 1] = {};
            continue;
        }
        const auto [x, y] = was[static_cast<std::size_t>(owner)]->normal;  // of the contact, global; zero in a state that begins
        const Vector2 normal(place.cosine * x + place.sine * y, place.cosine * y - place.sine * x);
        holds_[p] = holds_[p + 1] = pair.gap.hold(place.at, owner, normal);
    }
}

void MechanismDynamics::sample_sides(const double* q, const double* v, const char* wanted) {
    for (std::size_t p = 0; p < mechanism_->pairs.size(); ++p) {
        const PlanarPair& pair = mechanism_->pairs[p];
        const auto number = static_cast<std::size_t>(side_of(pair));
        if (wanted != nullptr && wanted[number] == 0) continue;
        Side& side = sides_[number];
        const FrameMotion& first = motion_.frame(pair.frames[0]);
        const FrameMotion& second = motion_.frame(pair.frames[1]);
        const auto [c, s] = turns_[p];
        const auto [arm_x, arm_y, from_x, from_y, cosine, sine, place] = place_of(pair, c, s, first, second);
        const contact::PlanarSide at = pair.gap.side(pair.side, place, holds_[p]);
        const double normal_x = cosine * at.normal[0] - sine * at.normal[1];
        const double normal_y = sine * at.normal[0] + cosine * at.normal[1];
        side.normal[0] = normal_x;
        side.normal[1] = normal_y;
        side.curvature = at.curvature;
        side.arm[0] = arm_x;
        side.arm[1] = arm_y;
        side.from_first[0] = from_x;
        side.from_first[1] = from_y;
        side.second_radius = pair.pin_radius;
        side.first_radius = pair.pin_radius - at.indentation;
        const double passing_x = second.velocity[0] - second.rate * arm_y - first.velocity[0] + first.rate * from_y;
        const double passing_y = second.velocity[1] + second.rate * arm_x - first.velocity[1] - first.rate * from_x;
        side.motion.indentation = at.indentation;
        side.motion.rate = at.centred ? std::hypot(passing_x, passing_y) : normal_x * passing_x + normal_y * passing_y;
        if (side.other >= 0) {
            side.passing[0] = passing_x;
            side.passing[1] = passing_y;
            side.beyond = at.beyond;
            side.elsewhere = at.elsewhere;
        }
        // Of the touching surfaces, not of the centres.
        side.slip =
            normal_x * passing_y - normal_y * passing_x + second.rate * side.second_radius - first.rate * side.first_radius;
    }
    for (const std::size_t c : gaps_) {
        const Contact& contact = system_->contacts[c];
        const LocalMotion local = local_motion(*system_, contact, motion_.time(), q, v);
        for (int s = 0; s < contact.gap.sides(); ++s) {
            Side& side = sides_[static_cast<std::size_t>(contact.first_side + s)];
            const contact::SideMotion m = side_motion(contact.gap, s, local.x, local.v);
            side.motion = m.motion;
            side.normal = {m.normal[0], m.normal[1]};
            side.curvature = m.radius > 0 ? 1 / m.radius : 0;
            side.slip = m.radius > 0 ? m.normal[0] * local.v[1] - m.normal[1] * local.v[0] : 0;
        }
    }
    if (!rubs_.empty()) sample_slips(q, v);
}

int MechanismDynamics::coordinate_of(int free) const {
    const std::vector<int>& list = motion_.coordinate();
    return static_cast<int>(std::ranges::lower_bound(list, free) - list.begin());
}

double MechanismDynamics::mobility(const Side& side) {
    if (side.frames[0] < 0) return 0;
    reduced_.setZero();
    motion_.scatter(side.frames, side.along(), 1, reduced_.data());
    double sum = 0;
    for (int c = 0; c < c_; ++c) sum += reduced_[c] * inertance_.col(c).dot(reduced_);
    return sum;
}

void MechanismDynamics::subtract(const Side& side, double normal_force, double friction_force, double* r) {
    if (side.frames[0] >= 0) return motion_.scatter_free(side.frames, side.pushed(normal_force, friction_force), -1, r);
    subtract_gap_force(*system_, system_->contacts[static_cast<std::size_t>(side.contact)], side.normal.data(), normal_force, r);
}

void MechanismDynamics::add_side_derivatives(const Side& side, const contact::Response& response, Matrix& stiffness,
                                             Matrix& damping) const {
    if (side.frames[0] >= 0) {
        // The normal turns with the pin across it, not with the surfaces.
        const FrameRow along = side.along(), across = bodies::relative_row(perpendicular(side.normal), side.from_first, side.arm);
        FrameMatrix K = response.stiffness * along.transpose() * along;
        const FrameMatrix D = response.damping * along.transpose() * along;
        K += response.force * side.curvature * across.transpose() * across;
        motion_.scatter(side.frames, K, 1, stiffness);
        motion_.scatter(side.frames, D, 1, damping);
        return;
    }
    const Contact& contact = system_->contacts[static_cast<std::size_t>(side.contact)];
    for (int i = 0; i < contact.gap.coordinates(); ++i) {
        const SparseRow& a = system_->rows[static_cast<std::size_t>(contact.first_row + i)];
        for (int j = 0; j < contact.gap.coordinates(); ++j) {
            const SparseRow& b = system_->rows[static_cast<std::size_t>(contact.first_row + j)];
            const double nn = side.normal[i] * side.normal[j];
            const double k = response.stiffness * nn + response.force * side.curvature * ((i == j ? 1.0 : 0.0) - nn);
            const double d = response.damping * nn;
            for (std::size_t e = 0; e < a.index.size(); ++e) {
                for (std::size_t f = 0; f < b.index.size(); ++f) {
                    const double factor = a.coefficient[e] * b.coefficient[f];
                    stiffness(coordinate_of(a.index[e]), coordinate_of(b.index[f])) += k * factor;
                    damping(coordinate_of(a.index[e]), coordinate_of(b.index[f])) += d * factor;
                }
            }
        }
    }
}

}  // namespace jounce::time
