// Characters that are in no font of this machine.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plots/figure_fonts.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <set>
#include <string>

#include "base/messages/text.hpp"
#include "record/plots/figure_text.hpp"

namespace jounce::record {

namespace {

constexpr std::size_t most_named = 8;

std::vector<char32_t> not_ascii(const Layout& layout) {
    std::set<char32_t> out;
    for (const PlacedText& text : layout.texts) {
        for (const char32_t c : characters(text.text))
            if (c > 0x7e) out.insert(c);
    }
    return {out.begin(), out.end()};
}

std::string without(const std::string& text, const std::set<char32_t>& missing, char32_t replacement) {
    std::vector<char32_t> all = characters(text);
    for (char32_t& c : all)
        if (missing.contains(c)) c = replacement;
    return as_utf8(all);
}

}  // namespace

bool is_in_a_font(const std::vector<char32_t>& characters) {
    std::string command = "fc-list ':charset=";
    for (const char32_t c : characters) command += fmt::format("{:x} ", static_cast<unsigned>(c));
    command += "' file 2>/dev/null";
    std::FILE* const answer = ::popen(command.c_str(), "r");
    if (answer == nullptr) return true;
    std::array<char, 256> line{};
    const bool any = std::fgets(line.data(), static_cast<int>(line.size()), answer) != nullptr;
    while (std::fgets(line.data(), static_cast<int>(line.size()), answer) != nullptr) {
    }
    return ::pclose(answer) != 0 || any;
}

void mark_missing(Layout& layout, const HasFont& has_font) {
    const std::vector<char32_t> all = not_ascii(layout);
    if (all.empty() || has_font(all)) return;
    std::set<char32_t> missing;
    for (const char32_t c : all)
        if (!has_font({c})) missing.insert(c);
    if (missing.empty()) return;  // each is in some font
    const char32_t replacement = has_font({U'\ufffd'}) ? U'\ufffd' : U'?';
    for (PlacedText& text : layout.texts) text.text = without(text.text, missing, replacement);
    std::vector<std::string> names;
    for (const char32_t c : missing) {
        if (names.size() == most_named) {
            names.emplace_back("...");
            break;
        }
        names.push_back(fmt::format("U+{:04X}", static_cast<unsigned>(c)));
    }
    const double room = 2 * line_height;
    for (PlacedText& text : layout.texts) text.y += room;
    for (KeySample& sample : layout.key) sample.y += room;
    for (PlacedPanel& panel : layout.panels) {
        panel.frame.y += room;
        if (panel.bar) panel.bar->y += room;
    }
    layout.height += room;
    const std::vector<std::string> said = wrapped("in no installed font: " + join(names), layout.width - line_height, 2);
    for (std::size_t i = 0; i < said.size(); ++i) {
        layout.texts.push_back(
            {said[i], layout.width / 2, room - line_height * (static_cast<double>(i) + 0.5), Anchor::centre, 0, true});
    }
}

}  // namespace jounce::record
