// run:plot: probes over time, or one probe over another.
// SPDX-License-Identifier: BSD-3-Clause
#include "contained/files.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "system/probes/probe.hpp"
#include "values/convert.hpp"
#include "values/interrupt.hpp"
#include "values/object.hpp"
#include "values/run_methods.hpp"

namespace jounce::lua {

namespace {

struct PlotSettings {
    Value probes;
    std::string x, y;
    std::string file;
    std::optional<double> from, to, circle;
    bool equal = false;
};

}  // namespace

const FieldList& plot_fields() {
    static const FieldList fields =
        Fields<PlotSettings>()
            .any("probes", &PlotSettings::probes, "list of strings", "Recorded probes, drawn over time.")
            .text("x", &PlotSettings::x, "A recorded probe along the horizontal axis, in place of time.")
            .text("y", &PlotSettings::y, "A recorded probe along the vertical axis.")
            .text("file", &PlotSettings::file, "The picture, .svg or .png.")
            .required()
            .number("from", &PlotSettings::from, "s", any_number, "Start of the time interval.")
            .standard("the first record")
            .number("to", &PlotSettings::to, "s", any_number, "End of the time interval.")
            .standard("the last record")
            .boolean("equal", &PlotSettings::equal, "The same scale on both axes, for `x` and `y` with the same unit: orbits.")
            .number("circle", &PlotSettings::circle, "unit of x", positive,
                    "Radius of a circle about the origin, drawn with an orbit: a clearance.")
            .exactly_one({"probes", "x"})
            .all_or_none({"x", "y"});
    return fields;
}

Table first_fields(lua_State* L, const std::string& subject, const std::string& shape) {
    if (lua_gettop(L) < 2) throw bad_case(subject + ": takes a table " + shape + ", got nothing");
    lua_pushvalue(L, 2);  // a copy as last argument; the others stay in place
    return fields_argument(L, lua_gettop(L), subject);
}

/// run:plot({ probes, file }, other runs...); run:plot({ x, y, file }, other runs...)
int run_plot(lua_State* L) {
    const record::Run& run = run_self(L, "plot");
    std::vector<const record::Run*> beside;
    for (int i = 3; i <= lua_gettop(L); ++i) {
        const record::Run* other = run_at_index(L, i);
        if (other == nullptr) throw bad_case("run:plot: the arguments after the table must be runs, got " + describe_key(L, i));
        beside.push_back(other);
    }
    const Table given = first_fields(L, "run:plot", "{ probes = ..., file = ... }");
    const auto settings = read_settings<PlotSettings>(plot_fields(), given, "run:plot");
    static_cast<void>(writable_path(context(L), settings.file, "run:plot: 'file'"));
    const record::PlotRange range{settings.from, settings.to};
    if (!settings.probes.is_nil()) {
        for (const char* field : {"equal", "circle"}) {
            if (given.find(field) != nullptr) {
                throw bad_case(std::string("run:plot: '") + field + "' is only valid with 'x' and 'y', not with 'probes'");
            }
        }
        const std::vector<std::string> probes = read_probes(settings.probes, "run:plot", "probes");
        if (context(L).writes_files()) run.plot(probes, settings.file, beside, range, end_if_interrupted);
        return 0;
    }
    if (!context(L).writes_files()) return 0;
    run.plot_portrait({settings.x, settings.y, range, settings.equal, settings.circle}, settings.file, beside,
                      end_if_interrupted);
    return 0;
}

}  // namespace jounce::lua
