// A curve of special points in two parameters.
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/messages/text.hpp"
#include "base/messages/version.hpp"
#include "branches/branch_reader.hpp"
#include "branches/branch_store.hpp"
#include "branches/continue.hpp"
#include "nonlinear/continuation/branch_archive.hpp"
#include "nonlinear/orbits/autonomous_map.hpp"
#include "script/module.hpp"
#include "system/assembly/digest.hpp"
#include "values/interrupt.hpp"

namespace jounce::lua {

using namespace nonlinear;
using linalg::Vector;

namespace {

struct SecondSettings {
    Value model;
    double parameter = 0, from = 0, to = 1;
    std::string name = "second";
};

}  // namespace

const FieldList& continue_second_fields() {
    static const FieldList fields =
        Fields<SecondSettings>()
            .any("model", &SecondSettings::model, "function", "model(parameter, second): the model at two values.")
            .required()
            .number("parameter", &SecondSettings::parameter, "", any_number, "The second parameter's value at `point`.")
            .required()
            .number("from", &SecondSettings::from, "", any_number, "Start of the range of the second parameter.")
            .required()
            .number("to", &SecondSettings::to, "", any_number, "End of the range of the second parameter.")
            .required()
            .text("name", &SecondSettings::name, "Name of the second parameter in files and pictures.");
    return fields;
}

namespace {

SecondSettings second_settings(const ContinueSettings& settings) {
    if (settings.second.is_nil())
        throw bad_case(continue_subject +
                       ": 'second' is required with 'point' (table { model = ..., parameter = ..., from = ..., to = ... })");
    if (settings.second.table() == nullptr)
        throw bad_field(continue_subject, "second", "a table { model = ..., parameter = ..., from = ..., to = ... }",
                        settings.second);
    auto out = read_settings<SecondSettings>(continue_second_fields(), *settings.second.table(), continue_subject + ".second");
    if (out.from == out.to)
        throw bad_case(continue_subject + ".second: 'from' and 'to' must differ, got " + shortest(out.from) + " twice");
    if (out.parameter < std::min(out.from, out.to) || out.parameter > std::max(out.from, out.to))
        throw bad_case(continue_subject + ".second: 'parameter' must lie between 'from' = " + shortest(out.from) +
                       " and 'to' = " + shortest(out.to) + ", got " + shortest(out.parameter));
    return out;
}

/// A map of orbits, with the motion it is made of.
struct CurveMap {
    std::shared_ptr<const PeriodMap> map;
    const MarchMap* motion = nullptr;
};

CurveMap curve_map(const ModelFamily& family, const MapSettings& settings, const std::optional<double>& own_period) {
    if (!own_period) {
        const auto map = std::make_shared<const MarchMap>(family, settings);
        return {map, map.get()};
    }
    const auto map = std::make_shared<const AutonomousMap>(family, settings, *own_period);
    return {map, &map->motion()};
}

/// The last requested maps, by the value of the fixed parameter.
std::function<CurveMap(double)> kept_maps(std::function<ModelFamily(double)> family, MapSettings settings,
                                          std::optional<double> own_period) {
    constexpr std::size_t most = 6;
    using Kept = std::vector<std::pair<double, CurveMap>>;
    return
        [family = std::move(family), settings = std::move(settings), own_period, kept = std::make_shared<Kept>()](double held) {
            for (const auto& [value, map] : *kept) {
                if (value == held) return map;
            }
            if (kept->size() == most) kept->erase(kept->begin());
            kept->emplace_back(held, curve_map(family(held), settings, own_period));
            return kept->back().second;
        };
}

/// \throws Error if the special point is not an orbit of the two-parameter models, or the second parameter has no effect on it
void require_second(const FoundBranch& asked, const Plane& plane, const PlaceOnBranch& place, const SecondSettings& second) {
    const BranchRow& row = place.point().at;
    const std::shared_ptr<const PeriodMap> map = plane.over_second(row.parameter);
    const linalg::Vector y = asked.unknowns(row.y, row.period);
    const MapPoint there = across(*map, y, second.parameter, row.periods, row.period, Derivatives::state_and_parameter);
    if (!there.refused.empty()) throw computation_failed(continue_subject + ": the curve cannot start: " + there.refused);
    const double open = (there.end - y).cwiseQuotient(map->scales()).cwiseAbs().maxCoeff();
    if (open > 1e-5) {
        throw bad_case(
            continue_subject + ".second: 'model' at " + asked.parameter_name + " = " + shortest(row.parameter) + " and " +
            second.name + " = " + shortest(second.parameter) +
            " must be the model of the branch there; with it the orbit of 'point' does not close: it misses its start by " +
            fmt::format("{:.2g}", open) + " (scaled)");
    }
    if (there.parameter_derivative.cwiseAbs().maxCoeff() > 0 || row.kind == SpecialKind::grazing) return;
    throw bad_case(continue_subject + ".second: " + second.name + " has no effect on the orbit of 'point'");
}

/// Reads the points of a curve from its walks.
class CurveReader {
  public:
    CurveReader(const FoundBranch& asked, const Plane& plane, std::function<CurveMap(double)> maps)
        : asked_(asked), plane_(plane), maps_(std::move(maps)) {}

    void read(const PlaneBranch& branch) {
        for (std::size_t k = 0; k < branch.walks.size(); ++k) {
            const Walk& walk = branch.walks[k];
            for (std::size_t i = points_[k].size(); i < walk.rows.size(); ++i) {
                // Both directions share their first point.
                points_[k].push_back(k == 1 && i == 0 ? FoundPoint() : point_of(branch.curves[k], walk.rows[i]));
            }
        }
    }
    [[nodiscard]] std::string bytes() const { return to_bytes(points_); }
    void restore(const std::string& file, const std::string& bytes, const PlaneBranch& branch) {
        points_ = points_from_bytes(file, bytes, branch.walks);
    }
    [[nodiscard]] std::size_t points() const {
        return points_[0].size() + points_[1].size() - (points_[1].empty() ? 0 : 1);  // both directions share their first point
    }
    [[nodiscard]] double parameter(std::size_t k) const { return points_[k].back().at.parameter; }

    void take(const PlaneBranch& branch, FoundBranch& out) {
        for (std::size_t i = points_[1].size(); i-- > 1;) {
            points_[1][i].at.arc *= -1;
            out.points.push_back(std::move(points_[1][i]));
        }
        std::ranges::move(points_[0], std::back_inserter(out.points));
        if (out.points.empty()) return;
        out.ends = {{out.points.front().at.parameter, out.points.front().at.second, branch.walks[1].end, branch.walks[1].why},
                    {out.points.back().at.parameter, out.points.back().at.second, branch.walks[0].end, branch.walks[0].why}};
    }

  private:
    [[nodiscard]] FoundPoint point_of(const PlaneCurve& curve, const WalkRow& row) const {
        const PlanePoint at = place_on_curve(plane_, curve, row.point, asked_.settings.newton);
        const CurveMap here = maps_(at.second);
        Plane plane = plane_;
        plane.first.map = here.map.get();
        FoundPoint out;
        out.at = plane_row(plane, curve, at, row, here.motion->period(at.first));
        take_ranges(
            asked_, [&] { return here.motion->ranges(out.at.y, at.first, out.at.periods * out.at.period, asked_.probes); }, out);
        return out;
    }

    const FoundBranch& asked_;
    const Plane& plane_;
    std::function<CurveMap(double)> maps_;
    PointsBothWays points_;
};

std::string identity_of(const FoundBranch& asked, const BranchRow& row, const SecondSettings& second, const PlaneFamily& family,
                        lua_State* L) {
    Hash hash;
    hash.text(version).text(name_of(*row.kind)).number(row.parameter).vector(row.y).number(row.phase);
    hash.integer(row.periods).vector(asked.map.scales).number(second.parameter).number(second.from).number(second.to);
    const WalkSettings& walk = asked.settings;
    hash.number(walk.first).number(walk.most).number(walk.tolerance).integer(walk.most_points);
    for (const std::string& probe : asked.probes) hash.text(probe);
    const double step = 1e-3 * (second.to - second.from);
    for (double at : {second.parameter, second.parameter + step, second.parameter - step}) {
        at = std::clamp(at, std::min(second.from, second.to), std::max(second.from, second.to));
        const ModelFamily models = family.over_first(L, at, asked.map.subject);
        hash.text(models.system(row.parameter)->digest);
        hash.number(models.period(row.parameter));
    }
    return hash.hexadecimal();
}

}  // namespace

void check_second(const ContinueSettings& settings) { static_cast<void>(second_settings(settings)); }

std::shared_ptr<const FoundBranch> follow_curve(lua_State* L, const PlaceOnBranch& place, const ContinueSettings& settings,
                                                int second_model) {
    const SecondSettings second = second_settings(settings);
    const FoundBranch& from = *place.branch;
    const BranchRow& row = place.point().at;
    if (!row.kind || !place.point().special || !has_curve(*row.kind)) {
        throw bad_case(continue_subject +
                       ": 'point' must be a fold, period_doubling, neimark_sacker, branch_point or grazing of a branch, got " +
                       (row.kind ? "a " + std::string(name_of(*row.kind)) : "an orbit that is not special"));
    }
    if (row.kind == SpecialKind::grazing && !row.why.empty())
        throw bad_case(continue_subject + ": grazings from inside a contact have no curve: " + row.why);
    auto out = std::make_shared<FoundBranch>(begun_at(place, settings.probes, continue_subject));
    out->second_name = second.name;
    out->map.subject = continue_subject + ".second";
    out->settings = walk_settings(settings, WalkSettings(), continue_subject);
    out->curve = row.kind;

    const PlaneFamily family(L, second_model, from.family, continue_subject + ".second");
    // The first parameter may leave the range of the branch.
    out->map.lowest = out->scaled.lowest = -std::numeric_limits<double>::infinity();
    out->map.highest = out->scaled.highest = std::numeric_limits<double>::infinity();
    MapSettings of_second = out->map;
    of_second.parameter_name = second.name;
    of_second.parameter_scale = std::abs(second.to - second.from);
    of_second.lowest = std::min(second.from, second.to);
    of_second.highest = std::max(second.from, second.to);
    const auto over_first = kept_maps([&](double held) { return family.over_first(L, held, continue_subject + ".second"); },
                                      out->map, out->own_period);
    const auto over_second = kept_maps([&](double held) { return family.over_second(L, held, continue_subject + ".second"); },
                                       of_second, out->own_period);
    Plane plane;
    plane.over_first = [over_first](double held) { return over_first(held).map; };
    plane.over_second = [over_second](double held) { return over_second(held).map; };
    plane.first = out->scaled;
    const CurveMap map = over_first(second.parameter);
    plane.first.map = map.map.get();
    plane.second_from = second.from;
    plane.second_to = second.to;
    plane.interrupted = interrupted;
    require_second(*out, plane, place, second);

    BranchStore store(context(L), continue_subject, settings.output, out->system->name,
                      settings.output.empty() ? std::string() : identity_of(*out, row, second, family, L));
    CurveReader reader(*out, plane, over_first);
    PlaneBranch branch;
    std::size_t walked = 0;  // the direction of the last step
    follow_kept(
        store, *out, continue_subject, settings.output,
        {.restore =
             [&](const SavedBranch& saved) {
                 branch = plane_branch_from_bytes(store.file(), saved.branch);
                 reader.restore(store.file(), saved.points, branch);
             },
         .begin = [&] { branch = begin_plane_branch(plane, *row.kind, *place.point().special, second.parameter, out->settings); },
         .advance =
             [&] {
                 walked = branch.under_way;
                 advance(branch, plane, out->settings);
             },
         .done = [&] { return branch.done(); },
         .read = [&] { reader.read(branch); },
         .points = [&] { return reader.points(); },
         .found = [&] { return branch.walks[0].rows.size() + branch.walks[1].rows.size() - 1; },
         .show =
             [&] {
                 const Vector& U = branch.walks[walked].rows.back().point.U;
                 store.show(out->parameter_name, reader.points(), 0, reader.parameter(walked), U(U.size() - 1));
             },
         .hand_over = [&] { reader.take(branch, *out); },
         .saved =
             [&] {
                 return SavedBranch{to_bytes(branch), reader.bytes()};
             }});
    return out;
}

}  // namespace jounce::lua
