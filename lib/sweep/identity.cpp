// The inputs that determine the rows of a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/identity.hpp"

#include <algorithm>

#include "system/assembly/digest.hpp"

namespace jounce::sweep {

namespace {

std::string digest_of(const std::vector<Value>& values) {
    Hash hash;
    for (const Value& value : values) {
        if (const double* number = value.number()) {
            hash.number(*number);
        } else {
            hash.text(value_text(value));
        }
    }
    return hash.hexadecimal();
}

std::string in_brackets(const std::string& words) { return words.empty() ? "" : " (" + words + ")"; }

}  // namespace

Identity identity_of(const Plan& plan) {
    Identity out;
    for (const Axis& axis : plan.axes) out.push_back({"axis '" + axis.name + "'", describe(axis), digest_of(axis.values)});
    std::vector<Value> all;
    Hash ways;
    for (const Point& point : plan.points) {
        all.insert(all.end(), point.at.begin(), point.at.end());
        ways.text(way_text(point.way));
    }
    out.push_back({"'carry'", plan.carry.empty() ? "none" : plan.carry, {}});
    out.push_back({"the list of points", std::to_string(plan.points.size()) + (plan.points.size() == 1 ? " point" : " points"),
                   digest_of(all) + ways.hexadecimal()});
    return out;
}

std::string digest_of(const Identity& identity) {
    Hash hash;
    for (const Fact& fact : identity) hash.text(fact.name).text(fact.words).text(fact.digest);
    return hash.hexadecimal();
}

std::optional<Difference> difference(const Identity& first, const Identity& second) {
    const auto find = [](const Identity& in, const std::string& name) -> std::optional<Fact> {
        const auto at = std::ranges::find(in, name, &Fact::name);
        return at != in.end() ? std::optional(*at) : std::nullopt;
    };
    for (const Fact& fact : second) {
        if (std::optional<Fact> other = find(first, fact.name); other != fact) return Difference{std::move(other), fact};
    }
    for (const Fact& fact : first) {
        if (!find(second, fact.name)) return Difference{fact, std::nullopt};
    }
    return std::nullopt;
}

std::string words_of(const Difference& difference) {
    const auto& [first, second] = difference;
    if (!first) return second->name + " is new" + in_brackets(second->words);
    if (!second) return first->name + in_brackets(first->words) + " was removed";
    if (first->words == second->words) return second->name + in_brackets(second->words) + " has changed";
    return second->name + " was " + first->words + ", and is " + second->words;
}

bool only_files_differ(const Identity& first, const Identity& second) {
    const auto rest = [](Identity facts) {
        std::erase_if(facts, [](const Fact& fact) { return fact.words.empty(); });
        return facts;
    };
    return !difference(rest(first), rest(second));
}

}  // namespace jounce::sweep
