// The points of a sweep and their order.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/plan.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

#include "base/messages/text.hpp"

namespace jounce::sweep {

namespace {

std::vector<std::string> names_of(const std::vector<Axis>& axes) {
    std::vector<std::string> out;
    for (const Axis& axis : axes) out.push_back(axis.name);
    return out;
}

void one_line_each(Plan& plan, const Proceed& proceed) {
    for (std::size_t i = 0; i < plan.points.size(); ++i) {
        ask(proceed, i);
        plan.lines.push_back({i});
    }
}

std::size_t carried_axis(const std::vector<Axis>& axes, const std::string& carry) {
    const auto at = std::ranges::find(axes, carry, &Axis::name);
    const std::vector<std::string> names = names_of(axes);
    if (at == axes.end()) throw bad_case("sweep: 'carry' must be the name of an axis (" + join(names) + "), got '" + carry + "'");
    for (std::size_t i = 0; i < at->values.size(); ++i) {
        const double* value = at->values[i].number();
        if (value == nullptr || (i > 0 && !(*value > *at->values[i - 1].number()))) {
            throw bad_case("sweep: 'carry' must be an axis of ascending numbers (\"down\" uses them in reverse order), got '" +
                           carry + "' with " + at->values[i].describe() +
                           (i > 0 ? " after " + at->values[i - 1].describe() : ""));
        }
    }
    return static_cast<std::size_t>(at - axes.begin());
}

/// Uniform in [0, 1) with 53 bits, the same on every machine.
double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11U) * 0x1p-53; }

double within(const Axis& axis, double part) {
    return axis.logarithmic ? axis.from * std::pow(axis.to / axis.from, part) : axis.from + (axis.to - axis.from) * part;
}

}  // namespace

std::string some_points(const std::vector<std::size_t>& points) {
    std::vector<std::string> words;
    for (std::size_t i = 0; i < points.size() && i < 5; ++i) words.push_back(std::to_string(points[i] + 1));
    return join(words) + (points.size() > words.size() ? ", ..." : "");
}

const char* way_text(Way way) { return way == Way::up ? "up" : way == Way::down ? "down" : ""; }

Plan grid(std::vector<Axis> axes, const std::string& carry, const std::string& direction, const Proceed& proceed) {
    Plan out;
    out.carry = carry;
    const std::size_t carried = carry.empty() ? axes.size() : carried_axis(axes, carry);
    double combinations = direction == "both" && !carry.empty() ? 2 : 1;
    for (const Axis& axis : axes) combinations *= static_cast<double>(axis.values.size());
    require_few_points(combinations);
    // The other axes as a counter: the last one varies first.
    std::vector<std::size_t> index(axes.size(), 0);
    const auto advance = [&] {
        for (std::size_t a = axes.size(); a-- > 0;) {
            if (a == carried) continue;
            if (++index[a] < axes[a].values.size()) return true;
            index[a] = 0;
        }
        return false;
    };
    const auto add = [&](Way way) {
        ask(proceed, out.points.size());
        Point point;
        for (std::size_t a = 0; a < axes.size(); ++a) point.at.push_back(axes[a].values[index[a]]);
        point.way = way;
        out.points.push_back(std::move(point));
    };
    do {
        const std::size_t first = out.points.size();
        if (carry.empty()) {
            add(Way::none);
        } else {
            const std::size_t count = axes[carried].values.size();
            for (std::size_t k = 0; k < count && direction != "down"; ++k) {
                index[carried] = k;
                add(Way::up);
            }
            for (std::size_t k = count; k-- > 0 && direction != "up";) {
                index[carried] = k;
                add(Way::down);
            }
        }
        std::vector<std::size_t> line(out.points.size() - first);
        std::iota(line.begin(), line.end(), first);
        out.lines.push_back(std::move(line));
    } while (advance());
    out.axes = std::move(axes);
    return out;
}

Plan listed(std::vector<Axis> axes, const Value& points, const Proceed& proceed) {
    const List* list = points.list();
    if (list == nullptr || list->empty()) throw bad_field("sweep", "points", "a list of tables { name = value, ... }", points);
    Plan out;
    out.axes = std::move(axes);
    for (const Value& item : *list) {
        ask(proceed, out.points.size());
        const std::string subject = "sweep.points[" + std::to_string(out.points.size() + 1) + "]";
        const Table* table = item.table();
        if (table == nullptr || table->empty())
            throw bad_case(subject + ": must be a table of values by name, got " + item.describe());
        if (out.axes.empty()) {
            for (const std::string& name : table->keys()) {
                require_column_name(name, subject, "name");
                out.axes.push_back({name, {}, {}});
            }
        }
        Point point;
        for (const Axis& axis : out.axes) {
            const Value* value = table->find(axis.name);
            if (value == nullptr) throw bad_case(subject + ": '" + axis.name + "' is missing, but the other points have it");
            if (value->number() == nullptr && value->text() == nullptr && value->boolean() == nullptr)
                throw bad_field(subject, axis.name, "a number, a string, true or false", *value);
            if (value->number() != nullptr) static_cast<void>(schema::read_number(*value, any_number, subject, axis.name));
            point.at.push_back(*value);
        }
        if (const std::vector<std::string> keys = table->keys(); keys.size() > out.axes.size()) {
            const std::vector<std::string> known = names_of(out.axes);
            const auto other =
                std::ranges::find_if(keys, [&](const std::string& key) { return std::ranges::find(known, key) == known.end(); });
            throw bad_case(subject + ": '" + *other + "' is not a name of " + (known.size() == 1 ? "the axis" : "the axes") +
                           " (" + join(known) + ")");
        }
        out.points.push_back(std::move(point));
    }
    one_line_each(out, proceed);
    return out;
}

const FieldList& sample_fields() {
    static const FieldList fields = Fields<SampleSettings>()
                                        .choice("method", &SampleSettings::method, {"latin_hypercube", "random"},
                                                "One point in each of `count` strata of every axis, or independent points.")
                                        .integer("count", &SampleSettings::count, between(1, 10'000'000), "Number of points.")
                                        .required()
                                        .integer("seed", &SampleSettings::seed, zero_or_positive,
                                                 "Seed of the random numbers; the points are the same on every machine.");
    return fields;
}

Plan sampled(std::vector<Axis> axes, const SampleSettings& settings, const Proceed& proceed) {
    Plan out;
    const auto count = static_cast<std::size_t>(settings.count);
    out.points.resize(count);
    std::mt19937_64 random(static_cast<std::uint64_t>(settings.seed));
    std::vector<std::size_t> stratum(count);
    for (const Axis& axis : axes) {
        std::iota(stratum.begin(), stratum.end(), std::size_t{0});
        const bool strata = settings.method == "latin_hypercube";
        // Fisher and Yates; std::shuffle differs between libraries.
        for (std::size_t i = count; strata && i-- > 1;) {
            ask(proceed, i);
            std::swap(stratum[i], stratum[static_cast<std::size_t>(uniform(random) * static_cast<double>(i + 1))]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            ask(proceed, i);
            const double u = uniform(random);
            const double part = strata ? (static_cast<double>(stratum[i]) + u) / static_cast<double>(count) : u;
            out.points[i].at.emplace_back(within(axis, part));
        }
    }
    out.axes = std::move(axes);
    one_line_each(out, proceed);
    return out;
}

}  // namespace jounce::sweep
