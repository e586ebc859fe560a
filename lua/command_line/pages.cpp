// Common functions of manual pages and completions.
// SPDX-License-Identifier: BSD-3-Clause
#include "pages.hpp"

#include <algorithm>
#include <utility>

#include "script/families.hpp"

namespace jounce::lua {

namespace {

std::vector<Word> words_of(const CLI::App& app, bool arguments) {
    std::vector<Word> out;
    for (const CLI::Option* option : app.get_options()) {
        if (option->get_positional() != arguments) continue;
        const bool flag = option->get_items_expected_max() == 0;
        Word word;
        word.name = arguments ? option->get_name(true) : option->get_name(false, true);
        word.value = arguments ? word.name : flag ? "" : option->get_type_name();
        word.value = word.value.substr(0, word.value.find(':'));  // the bounds follow the colon
        word.about = option->get_description();
        word.many = option->get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll || option->get_items_expected_max() > 1;
        word.required = option->get_required();
        out.push_back(std::move(word));
    }
    return out;
}

}  // namespace

std::vector<Word> options_of(const CLI::App& app) { return words_of(app, false); }
std::vector<Word> arguments_of(const CLI::App& app) { return words_of(app, true); }

Completion completion_of(const std::string& value) {
    if (value == "DIR") return Completion::folder;
    if (value == "FILE") return Completion::file;
    if (value == "CASE") return Completion::script;
    if (value == "NAME") return Completion::kind;
    return Completion::nothing;
}

std::vector<std::string> kind_names() {
    std::vector<std::string> out;
    for (const AnyFamily& family : families()) {
        out.push_back(family.name);
        for (const std::string& kind : family.names()) out.push_back(family.name + "." + kind);
    }
    for (const AnyFunction& function : functions()) {
        if (std::ranges::find(out, function.name) == out.end()) out.emplace_back(function.name);
    }
    return out;
}

std::map<std::string, std::string> manual_and_completions(const CLI::App& app) {
    std::map<std::string, std::string> out = manual_pages(app);
    out["jounce.bash"] = bash_completion(app);
    out["_jounce"] = zsh_completion(app);
    out["jounce.fish"] = fish_completion(app);
    return out;
}

}  // namespace jounce::lua
