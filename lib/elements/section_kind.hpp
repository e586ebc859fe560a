// Creates a kind from the settings struct of a section; used by the files in sections/.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <utility>

#include "base/fields/kind.hpp"
#include "elements/section.hpp"

namespace jounce::elements {

/// `Settings` has the free functions section_properties(settings, nu) and section_outline(settings, points) in its namespace.
template <class Settings>
[[nodiscard]] Section make_section(const Settings& settings, std::string kind = {}) {
    return {.kind = std::move(kind),
            .properties = [settings](double nu) { return section_properties(settings, nu); },
            .outline = [settings](int points) { return section_outline(settings, points); }};
}

/// The outline of a section of a kind, with the table it was made from.
struct RecordedOutline {
    std::function<SectionOutline(int points)> outline;
    Table recipe;

    SectionOutline operator()(int points) const { return outline(points); }
};

/// Nil for a section that no kind of a script has made.
[[nodiscard]] inline Value recipe_of(const Section& section) {
    const auto* recorded = section.outline.target<RecordedOutline>();
    return recorded != nullptr ? Value(recorded->recipe) : Value();
}

/// Powers of valid dimensions can overflow or underflow: 1e-200 m squared is 0.
/// \param given settings of the section, for the message
/// \throws Error (bad_case) if a constant is not positive and finite
void require_constants(const Section& section, const Table& given, const std::string& subject);

template <class Settings>
[[nodiscard]] Kind<Section> section_kind(KindDescription description) {
    std::string name = description.name;
    Kind<Section> kind = make_kind<Settings, Section>(
        std::move(description), [name = std::move(name)](const Settings& settings) { return make_section(settings, name); });
    kind.make = [make = std::move(kind.make), subject = kind.subject(), family = kind.family](const Table& table) {
        Section section = make(table);
        require_constants(section, table, subject);
        Table recipe = table;
        recipe.set("family", family);
        recipe.set("kind", section.kind);
        section.outline = RecordedOutline{std::move(section.outline), std::move(recipe)};
        return section;
    };
    return kind;
}

}  // namespace jounce::elements
