// Passage of a walk from one smooth piece of the map to the next.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "base/numbers/limits.hpp"
#include "nonlinear/continuation/grazing.hpp"
#include "nonlinear/continuation/walk_steps.hpp"

namespace jounce::nonlinear {

namespace {

CurvePoint reversed(CurvePoint point) {
    point.tangent = -point.tangent;
    point.tests.fold = -point.tests.fold;
    point.tests.branch_point = -point.tests.branch_point;
    return point;
}

double along_parameter(const Vector& v) { return v(v.size() - 1); }

CurvePoint placed(CurvePoint point, double arc) {
    point.arc = arc;
    return point;
}

/// The row of a grazing: the neighbouring orbit in flight, moved onto the grazing.
void add_grazing(Walk& walk, const Grazing& grazing, double incoming, double outgoing, double arc, const WalkSettings& settings) {
    if (!wanted(settings, SpecialKind::grazing)) return;
    CurvePoint point = placed(grazing.point, arc);
    point.U = grazing.U;
    add_row(walk, std::move(point), Special{SpecialKind::grazing, grazing.point.U, grazing.U, incoming * outgoing < 0, {}});
}

/// From flight into contact.
bool pass_into_contact(Walk& walk, const Equations& f, double h, const std::optional<CurvePoint>& other,
                       const WalkSettings& settings, FailedPassages& failed) {
    if (failed.no_grazing || (failed.no_contact && !other)) return false;
    const CurvePoint last = walk.rows.back().point;
    const std::optional<Grazing> grazing = approach_grazing(f, last, 1, 4 * h, settings.newton);
    failed.no_grazing = !grazing;
    if (!grazing) return false;
    std::optional<CurvePoint> behind = into_contact(f, *grazing, settings.newton);
    const bool found = behind.has_value();
    failed.no_contact = !found;
    if (!found) {
        if (!other || other->at.events.contacts_begun != last.at.events.contacts_begun + 1) return false;
        behind = other;
    }
    const CurvePoint beside = placed(grazing->point, last.arc + (grazing->U - last.U).norm());
    const double length = (behind->U - grazing->U).norm();
    behind->arc = beside.arc + length;
    if ((beside.U - last.U).norm() > 0) {
        add_with_tests(walk, f, last, beside, settings);
        walk.rows.pop_back();  // the grazing takes its place
    }
    add_grazing(walk, *grazing, along_parameter(beside.tangent), along_parameter(behind->tangent), beside.arc, settings);
    walk.step = found ? std::min(h, std::max(settings.least, 10 * length)) : h;
    add_row(walk, std::move(*behind));
    walk.piece = walk.rows.size() - 1;
    return true;
}

/// Ends the walk at a split of a contact behind which no orbit is found.
bool end_at_split(Walk& walk, const Equations& f, double h, const WalkSettings& settings, FailedPassages& failed) {
    const CurvePoint last = walk.rows.back().point;
    if (failed.no_split || !std::isfinite(last.at.smallest_indentation)) return false;
    if (!failed.to_split) failed.to_split = distance_to_split(f, last);
    if (!(*failed.to_split <= 4 * h)) return false;
    failed.no_split = true;
    const std::optional<Split> split = approach_split(f, last, 4 * h, settings.newton);
    if (!split) return false;
    const Beside beside(f, split->point, settings.newton);
    // An orbit at a finite distance belongs to another branch.
    for (const double beyond : {1e-10, 1e-8}) {
        const std::optional<CurvePoint> behind = beside.at(split->distance + beyond);
        if (behind && (behind->U - split->U).norm() <= 10 * std::sqrt(beyond)) return false;
    }
    const CurvePoint end = placed(split->point, last.arc + (split->U - last.U).norm());
    if ((end.U - last.U).norm() > 0) {
        add_with_tests(walk, f, last, end, settings);
        walk.rows.pop_back();  // the split takes its place
    }
    if (wanted(settings, SpecialKind::grazing)) {
        add_row(walk, end, Special{SpecialKind::grazing, end.U, split->U, false, contact_splits});
    } else {
        add_row(walk, end);
    }
    walk.end = WalkEnd::step_too_small;
    walk.why = contact_splits;
    return true;
}

/// Do the slowest contacts of an orbit end at one grazing? Those of a symmetric orbit have one speed.
bool end_at_once(const Evaluation& at, int contacts) {
    constexpr double same = 1e-3;
    std::vector<double> speeds;
    for (const MapPoint& point : at.points)
        for (const MapEvent& event : point.events)
            if (event.kind == MapEvent::Kind::impact || event.kind == MapEvent::Kind::onset) speeds.push_back(event.speed);
    const auto count = static_cast<std::size_t>(contacts);
    if (speeds.size() < count) return false;
    std::sort(speeds.begin(), speeds.end());
    return speeds[count - 1] - speeds.front() <= same * speeds.front();
}

/// From contact into flight, to a known point in flight. \param reach largest distance of the grazing from the last point: one
/// farther away, or beside the branch, belongs to another one
bool pass_into_flight(Walk& walk, const Equations& f, double farthest, double reach, CurvePoint flight,
                      const WalkSettings& settings) {
    const CurvePoint last = walk.rows.back().point;
    const std::optional<Grazing> grazing = approach_grazing(f, flight, -1, farthest, settings.newton);
    if (!grazing) return false;
    const Vector way = grazing->U - last.U;
    if (way.norm() > reach || last.tangent.dot(way) < 0.8 * way.norm()) return false;
    const double arc = last.arc + (grazing->U - last.U).norm();
    const std::optional<CurvePoint> touching = into_contact(f, *grazing, settings.newton);
    // Contacts that end one after the other are passed one after the other.
    const int ended = last.at.events.contacts_begun - flight.at.events.contacts_begun;
    if (ended > 1 && !(touching ? touching->at.events == last.at.events : end_at_once(last.at, ended))) return false;
    if (touching) {
        const double length = (touching->U - grazing->U).norm();
        if (touching->at.events == last.at.events && arc - length > last.arc && length < 0.5 * (arc - last.arc))
            add_with_tests(walk, f, last, placed(reversed(*touching), arc - length), settings);
    }
    const CurvePoint beside = placed(reversed(grazing->point), arc);
    add_grazing(walk, *grazing, along_parameter(grazing->U - last.U), along_parameter(beside.tangent), arc, settings);
    flight.arc = arc + (flight.U - grazing->U).norm();
    add_with_tests(walk, f, beside, std::move(flight), settings);
    walk.piece = walk.rows.size() - 1;
    return true;
}

/// Are the slowest contacts of an orbit the later parts of contacts that split? Beside a split the flight between both parts is
/// shorter than they are; beside a grazing the new contact is shorter than the flights around it.
bool have_split(const Evaluation& at, int contacts) {
    struct Part {
        double speed = 0, flight = 0, before = 0, length = 0;  // the flight and the contact before it, its own length
    };
    std::vector<Part> parts;
    for (const MapPoint& point : at.points) {
        std::map<std::pair<int, int>, std::pair<double, double>> last;  // onset and release of each side
        std::map<std::pair<int, int>, Part> begun;
        for (const MapEvent& event : point.events) {
            const std::pair<int, int> side{event.contact, event.side};
            if (event.kind == MapEvent::Kind::impact) return false;
            if (event.kind == MapEvent::Kind::onset) {
                const auto before = last.find(side);
                begun[side] = before == last.end() ? Part{event.speed, infinite, 0}
                                                   : Part{event.speed, event.time - before->second.second,
                                                          before->second.second - before->second.first};
                last[side].first = event.time;
            } else if (event.kind == MapEvent::Kind::release && begun.contains(side)) {
                last[side].second = event.time;
                begun[side].length = event.time - last[side].first;
                parts.push_back(begun[side]);
                begun.erase(side);
            } else if (event.kind == MapEvent::Kind::release) {
                last[side] = {-infinite, event.time};  // it was closed at the section
            }
        }
        for (auto& [side, part] : begun) {  // as it is at the end
            part.length = infinite;
            parts.push_back(part);
        }
    }
    const auto count = static_cast<std::size_t>(contacts);
    if (parts.size() < count) return false;
    std::ranges::sort(parts, {}, &Part::speed);
    return std::all_of(parts.begin(), parts.begin() + contacts,
                       [](const Part& part) { return part.flight < std::min(part.before, part.length); });
}

/// Does every side begin as many contacts in both orbits?
bool same_contacts(const EventCounts& a, const EventCounts& b) {
    const auto contacts = [](const EventCounts& all) {
        std::vector<EventCounts::Count> out;
        for (const EventCounts::Count& count : all.counts)
            if (count.kind == MapEvent::Kind::impact || count.kind == MapEvent::Kind::onset) out.push_back(count);
        return out;
    };
    return contacts(a) == contacts(b);
}

/// Is the change of events between two orbits smooth as far as contacts go? Then it has no system of its own to be located by,
/// and multipliers tell whether it is special.
bool contacts_change_smoothly(const Evaluation& a, const Evaluation& b) {
    const int more = b.events.contacts_begun - a.events.contacts_begun;
    return more == 0 ? same_contacts(a.events, b.events) : have_split(more > 0 ? b : a, std::abs(more));
}

/// Shortest arc step over which other changes of contacts are not taken apart.
constexpr double isolated = 1e-6;

double largest_change(const CurvePoint& a, const CurvePoint& b) {
    double out = 0;
    for (std::size_t i = 0; i < a.multipliers.size(); ++i)
        out = std::max(out, std::abs(std::abs(a.multipliers[i]) - std::abs(b.multipliers[i])));
    return out;
}

/// The point of the branch at an arc step between two points of different pieces. Newton's method may not converge across their
/// common end; from the tangents of both ends it begins on either piece.
std::optional<CurvePoint> between_pieces(const Beside& beside, const CurvePoint& low, const CurvePoint& high, double at) {
    const Vector& along = beside.point().tangent;
    for (const CurvePoint* end : {&low, &high}) {
        const double slope = along.dot(end->tangent);
        if (!(std::abs(slope) > 0.1)) continue;
        const double way = (at - beside.step_to(*end)) / slope;
        std::optional<CurvePoint> point = beside.at(at, end->U + way * end->tangent);
        if (point && (point->at.events == low.at.events || point->at.events == high.at.events)) return point;
    }
    return beside.at(at);
}

/// Do contacts of speed zero end or begin between two orbits beside one another, and none splits?
bool touch(const Evaluation& a, const Evaluation& b) {
    constexpr double slow = 1e-3;
    const int more = b.events.contacts_begun - a.events.contacts_begun;
    return more != 0 && (more > 0 ? b : a).smallest_impact_speed < slow && !contacts_change_smoothly(a, b);
}

/// Adds a grazing that was found between two orbits beside one another. Sides that touch at once, of a symmetric orbit, end one
/// after the other by rounding; that is one grazing.
void add_touching(Walk& walk, const CurvePoint& low, const CurvePoint& high, const WalkSettings& settings) {
    constexpr double at_once = 1e-8;
    if (!wanted(settings, SpecialKind::grazing)) return;
    const bool turns = along_parameter(low.tangent) * along_parameter(high.tangent) < 0;
    const CurvePoint& flight = low.at.events.contacts_begun < high.at.events.contacts_begun ? low : high;
    for (std::size_t k = walk.rows.size(); k-- > 0 && (walk.rows[k].point.U - high.U).norm() < at_once;) {
        WalkRow& row = walk.rows[k];
        if (!row.special || row.special->kind != SpecialKind::grazing) continue;
        if (flight.at.events.contacts_begun < row.point.at.events.contacts_begun) row.point = placed(flight, row.point.arc);
        return;
    }
    add_row(walk, placed(flight, high.arc), Special{SpecialKind::grazing, low.U, high.U, turns, {}});
}

/// Any other change of events between two points of the branch, by bisection; a row is added if the multipliers jump. The first
/// row behind the change is the nearest point found there, because other changes may follow.
bool pass_other_change(Walk& walk, const Equations& f, const CurvePoint& other, double h, const WalkSettings& settings) {
    constexpr double narrow = 1e-10, jump = 1e-4;
    const CurvePoint from = walk.rows.back().point;
    CurvePoint low = from, high = other;
    const Beside beside(f, from, settings.newton);
    double first = 0, last = beside.step_to(high);
    while (last - first > narrow) {
        const double middle = 0.5 * (first + last);
        std::optional<CurvePoint> point = between_pieces(beside, low, high, middle);
        if (!point) return false;
        if (point->at.events == from.at.events) {
            first = middle;
            low = std::move(*point);
        } else {
            last = middle;
            high = std::move(*point);
        }
    }
    if (h >= isolated && !contacts_change_smoothly(low.at, high.at)) return false;
    if (high.tangent.dot(other.tangent) < 0) high = reversed(std::move(high));
    if (first > 0) add_with_tests(walk, f, from, low, settings);
    const bool corner = low.at.corner || high.at.corner;
    const bool jumps = largest_change(low, high) > jump;
    if (corner && wanted(settings, SpecialKind::corner))
        add_row(walk, high, Special{SpecialKind::corner, low.U, high.U, false, {}});
    else if (touch(low.at, high.at))  // at an opening that had no minimum between two looks
        add_touching(walk, low, high, settings);
    else if (jumps)
        add_row(walk, high,
                Special{SpecialKind::jump_of_multipliers, low.U, high.U, false, change_of(low.at.events, high.at.events)});
    walk.step = h;
    add_row(walk, std::move(high));
    walk.piece = walk.rows.size() - 1;
    return true;
}

}  // namespace

std::string change_of(const EventCounts& before, const EventCounts& behind) {
    const auto sticks_of = [](const EventCounts& events) {
        int out = 0;
        for (const EventCounts::Count& count : events.counts) out += count.kind == MapEvent::Kind::stick ? count.number : 0;
        return out;
    };
    const auto change = [](const char* what, int from, int to) {
        return fmt::format("the {} of the orbit change from {} to {}", what, from, to);
    };
    if (before.contacts_begun != behind.contacts_begun) return change("contacts", before.contacts_begun, behind.contacts_begun);
    const int sticks = sticks_of(before), others = sticks_of(behind);
    return sticks == others ? "the events of the orbit change" : change("sticks", sticks, others);
}

bool pass_change_of_events(Walk& walk, const Equations& f, double h, const std::optional<CurvePoint>& other,
                           const WalkSettings& settings, FailedPassages& failed) {
    constexpr double slow = 0.02, near = 1e-3;
    const CurvePoint last = walk.rows.back().point;
    if (other) {
        const int more = other->at.events.contacts_begun - last.at.events.contacts_begun;
        if (more > 0 && end_at_split(walk, f, h, settings, failed)) return true;
        const bool smooth = contacts_change_smoothly(last.at, other->at);
        if (more > 0 && !smooth && pass_into_contact(walk, f, h, other, settings, failed)) return true;
        if (more < 0 && !smooth && pass_into_flight(walk, f, 4 * h, 1.5 * h, *other, settings)) return true;
        // Contacts that begin and end within one step are passed one after the other.
        return h < (smooth ? near : isolated) && pass_other_change(walk, f, *other, h, settings);
    }
    if (!failed.to_touching) failed.to_touching = distance_to_touching(f, last, 1);
    if (*failed.to_touching <= 4 * h && pass_into_contact(walk, f, h, {}, settings, failed)) return true;
    if (end_at_split(walk, f, h, settings, failed)) return true;
    if (failed.no_flight || !(last.at.smallest_impact_speed < slow)) return false;
    if (!failed.to_flight) failed.to_flight = distance_to_flight(f, last);
    if (!(*failed.to_flight <= 4 * h)) return false;
    std::vector<CurvePoint> touching;
    for (std::size_t k = walk.rows.size(); k-- > walk.piece && touching.size() < 3;)
        if (!walk.rows[k].special) touching.insert(touching.begin(), walk.rows[k].point);
    std::optional<CurvePoint> flight = into_flight(f, touching, settings.newton);
    failed.no_flight = !flight || !pass_into_flight(walk, f, 0.3, 4 * h, std::move(*flight), settings);
    return !failed.no_flight;
}

void add_last_grazing(Walk& walk, const Equations& f, const WalkSettings& settings) {
    constexpr double with_a_gradient = 1e-4;  // opening from which it is located
    const CurvePoint last = walk.rows.back().point;
    for (std::size_t k = walk.rows.size(); k-- > walk.piece && walk.rows[k].section == walk.section;) {
        const CurvePoint& before = walk.rows[k].point;
        if (walk.rows[k].special || before.at.smallest_opening < with_a_gradient) continue;
        const double farthest = 2 * (last.arc - before.arc) + with_a_gradient;
        const std::optional<Grazing> grazing = approach_grazing(f, before, 1, farthest, settings.newton);
        if (!grazing) return;
        const double arc = before.arc + (grazing->U - before.U).norm(), way = along_parameter(grazing->point.tangent);
        add_grazing(walk, *grazing, way, way, std::max(arc, last.arc), settings);
        return;
    }
}

}  // namespace jounce::nonlinear
