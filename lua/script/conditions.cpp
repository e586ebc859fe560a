// The lines of a script on which it decides something.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/conditions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace jounce::lua {

namespace {

constexpr std::array<std::string_view, 7> tests = {"if", "elseif", "while", "until", "and", "or", "not"};

bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Length of a long bracket "[[ ... ]]" or "[==[ ... ]==]" at the beginning of the text, to its end; 0: there is none.
std::size_t long_bracket(std::string_view text) {
    std::size_t level = 1;
    while (level < text.size() && text[level] == '=') ++level;
    if (text.empty() || text[0] != '[' || level >= text.size() || text[level] != '[') return 0;
    const std::string close = "]" + std::string(level - 1, '=') + "]";
    const std::size_t end = text.find(close, level + 1);
    return end == std::string_view::npos ? text.size() : end + close.size();
}

/// Length of a comment at the beginning of the text; 0: there is none.
std::size_t comment(std::string_view text) {
    if (!text.starts_with("--")) return 0;
    if (const std::size_t length = long_bracket(text.substr(2)); length > 0) return 2 + length;
    return std::min(text.find('\n'), text.size());
}

/// Length of a text in quotes at the beginning; 0: there is none.
std::size_t quoted(std::string_view text) {
    if (text[0] != '"' && text[0] != '\'') return 0;
    std::size_t end = 1;
    while (end < text.size() && text[end] != text[0] && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
}

struct Token {
    std::string_view text;  ///< a name, a number or a sign; that of a literal begins with its quote
    std::size_t line = 0;   ///< counted from 1

    [[nodiscard]] bool is(std::string_view other) const { return text == other; }
    [[nodiscard]] bool is_literal() const {
        return text[0] == '"' || text[0] == '\'' || text.starts_with("[[") || text.starts_with("[=");
    }
    [[nodiscard]] bool is_name() const { return in_name(text[0]) && std::isdigit(static_cast<unsigned char>(text[0])) == 0; }
};

std::vector<Token> tokens_of(std::string_view script) {
    std::vector<Token> out;
    std::size_t line = 1;
    for (std::size_t at = 0; at < script.size();) {
        const std::string_view rest = script.substr(at);
        std::size_t length = comment(rest);
        const bool skipped = length > 0 || std::isspace(static_cast<unsigned char>(rest[0])) != 0;
        if (length == 0) length = std::max(quoted(rest), long_bracket(rest));
        if (length == 0) {
            while (length < rest.size() && in_name(rest[length])) ++length;
        }
        if (length == 0) length = rest.starts_with("==") || rest.starts_with("~=") ? 2 : 1;
        if (!skipped) out.push_back({rest.substr(0, length), line});
        line += static_cast<std::size_t>(std::ranges::count(rest.substr(0, length), '\n'));
        at += length;
    }
    return out;
}

/// The function called by the argument that begins at a token, "io.write" or ":format"; empty if the token begins none.
std::string called_at(const std::vector<Token>& tokens, std::size_t at) {
    constexpr std::array<std::string_view, 5> words = {"and", "or", "not", "in", "do"};
    const Token& token = tokens[at];
    if (at == 0 || (!token.is("(") && !token.is("{") && !token.is_literal())) return {};
    std::size_t first = at - 1;
    if (tokens[first].is(")") || tokens[first].is("]") || tokens[first].is_literal()) return "a value";
    if (!tokens[first].is_name() || std::ranges::find(words, tokens[first].text) != words.end()) return {};
    std::string out(tokens[first].text);
    if (first > 0 && tokens[first - 1].is(":")) return ":" + out;
    for (; first > 1 && tokens[first - 1].is("."); first -= 2) out = std::string(tokens[first - 2].text) + "." + out;
    return out;
}

bool only_makes_text(const std::string& function) {
    constexpr std::array<std::string_view, 6> plain = {"print", "io.write", "tostring", ":format", ":rep", ":upper"};
    return std::ranges::find(plain, function) != plain.end() || function.starts_with("string.") || function.starts_with("math.");
}

/// Does a script give other meanings to the functions that a loop may call?
bool renames_functions(const std::vector<Token>& tokens) {
    constexpr std::array<std::string_view, 5> names = {"print", "io", "tostring", "string", "math"};
    for (std::size_t i = 1; i + 1 < tokens.size(); ++i) {
        if (std::ranges::find(names, tokens[i].text) == names.end()) continue;
        if (tokens[i - 1].is("local") || tokens[i - 1].is("function") || tokens[i + 1].is("=")) return true;
    }
    return false;
}

}  // namespace

std::vector<bool> lines_with_conditions(std::string_view script) {
    std::vector<bool> out(static_cast<std::size_t>(std::ranges::count(script, '\n')) + 1, false);
    for (const Token& token : tokens_of(script)) {
        if (token.is("==") || token.is("~=") || std::ranges::find(tests, token.text) != tests.end()) out[token.line - 1] = true;
    }
    return out;
}

bool loop_only_prints(std::string_view script, std::size_t line) {
    constexpr std::array<std::string_view, 10> statements = {"if",   "for",   "while",  "repeat", "function",
                                                             "goto", "break", "return", "do",     "::"};
    const std::vector<Token> tokens = tokens_of(script);
    const auto is_loop = [line](const Token& token) { return token.is("for") && token.line == line; };
    if (std::ranges::count_if(tokens, is_loop) != 1 || renames_functions(tokens)) return false;
    auto at = static_cast<std::size_t>(std::ranges::find_if(tokens, is_loop) - tokens.begin());
    bool over_a_list = false;
    for (; at < tokens.size() && !tokens[at].is("do"); ++at) {
        over_a_list = over_a_list || tokens[at].is("in");
        if (tokens[at].is("function")) return false;
    }
    if (!over_a_list) return false;
    std::size_t declared = 0;  // the "=" of the last local
    for (++at; at < tokens.size() && !tokens[at].is("end"); ++at) {
        const Token& token = tokens[at];
        if (std::ranges::find(statements, token.text) != statements.end()) return false;
        if (token.is("local")) {
            declared = at + 2;
            while (declared < tokens.size() && tokens[declared].is(",")) declared += 2;
            if (declared >= tokens.size() || !tokens[declared].is("=")) return false;
        }
        const bool comparison = tokens[at - 1].is("<") || tokens[at - 1].is(">");
        if (token.is("=") && at != declared && !comparison) return false;
        const std::string function = called_at(tokens, at);
        if (!function.empty() && !only_makes_text(function)) return false;
    }
    return at < tokens.size();
}

}  // namespace jounce::lua
