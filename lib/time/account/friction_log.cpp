// The friction log: where set-valued frictions stick, slip and reverse.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/account/friction_log.hpp"

#include "base/files/archive.hpp"
#include "time/equations/plane_slip.hpp"

namespace jounce::time {

template <class Archive>
void transfer(Archive& archive, Either<FrictionEvent> auto& event) {
    auto& [friction, what, time, force, normal_force] = event;
    archive(friction, what, time, force, normal_force);
}

namespace {
// Between a slip in a plane and the one after it at the same instant: the cosine of the angle. Rest is left along the force,
// which the slip before had approached or met head-on.
constexpr double back = -0.5;
// A slip that has come to rest, relative to the largest speed, now or at the present acceleration.
constexpr double of_fastest = 1e-9;

/// Along a line where the direction changes; in a plane where a slip that has come to rest at an instant moves back. Steps of a
/// fixed size stop a slip that passes close to rest, with the speed that it still had.
bool reverses(const FrictionState& before, const FrictionState& after, int directions, bool at_once, double fastest) {
    const double turned = contact::dot(before.direction, after.direction);
    if (directions == 1) return turned < 0;
    const double rest = rounding_of_slip + of_fastest * fastest;
    return at_once && contact::norm(after.velocity) <= rest && contact::norm(after.speed_before) <= rest && turned < back;
}

std::vector<unsigned char> directions_of_set_valued(const System& system) {
    std::vector<unsigned char> out;
    for (const Friction& friction : system.frictions)
        out.push_back(friction.law->cone ? static_cast<unsigned char>(friction.directions) : 0);
    return out;
}
}  // namespace

void FrictionLog::begin(const System& system, const State& /*state*/) {
    directions_ = directions_of_set_valued(system);
    events_.clear();
}

void FrictionLog::save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i < end; ++i) archive(events_[i]);
    events_.rest();
}

void FrictionLog::load_rows(ArchiveReader& archive, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) archive(events_.emplace_back());
}

void FrictionLog::load(const ArchiveReader& archive, const System& system) {
    directions_ = directions_of_set_valued(system);
    events_.visit([&](const FrictionEvent& event) {
        archive.require(event.friction >= 0 && event.friction < static_cast<int>(directions_.size()) &&
                            event.what <= FrictionEvent::What::reversal,
                        "an event has an unknown friction");
    });
}

void FrictionLog::compare(const State& before, const State& after, bool at_once) {
    const double fastest = at_once && after.v.size() > 0
                               ? after.v.cwiseAbs().maxCoeff() + after.a.cwiseAbs().maxCoeff() * std::abs(after.time)
                               : 0.0;
    for (std::size_t i = 0; i < directions_.size(); ++i) {
        if (directions_[i] == 0) continue;
        const FrictionState& b = before.frictions[i];
        const FrictionState& a = after.frictions[i];
        const bool sticks = a.status == FrictionStatus::stick;
        if (a.status == FrictionStatus::open || (b.status == FrictionStatus::open && !sticks)) continue;
        const auto log = [&](FrictionEvent::What what) {
            events_.push_back({static_cast<int>(i), what, after.time, contact::norm(a.force), a.normal_force});
        };
        if (sticks) {
            if (b.status != FrictionStatus::stick) log(FrictionEvent::What::stick);
        } else if (b.status == FrictionStatus::stick) {
            log(FrictionEvent::What::slip);
        } else if (reverses(b, a, directions_[i], at_once, fastest)) {
            log(FrictionEvent::What::reversal);
        }
    }
}

}  // namespace jounce::time
