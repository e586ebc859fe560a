// Values as text of a Lua script: what `dofile` reads back.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/lua_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/messages/text.hpp"
#include "base/messages/version.hpp"

namespace jounce::record {

namespace {
bool is_name(std::string_view key) {
    constexpr std::array reserved = {"and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
                                     "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
                                     "repeat",   "return", "then", "true", "until",  "while"};
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
    const auto digit = [](char c) { return c >= '0' && c <= '9'; };
    if (key.empty() || !letter(key.front())) return false;
    if (!std::all_of(key.begin(), key.end(), [&](char c) { return letter(c) || digit(c); })) return false;
    return std::find(reserved.begin(), reserved.end(), key) == reserved.end();
}

bool plain(const Value& value) {
    if (const double* x = value.number()) return std::isfinite(*x);
    return value.boolean() != nullptr || value.text() != nullptr || value.list() != nullptr || value.table() != nullptr;
}

std::string lua_value(const Value& value, int depth);

std::string lua_entries(const Table& table, int depth, bool lines) {
    std::string out;
    for (const auto& [key, value] : table) {
        if (!plain(value)) continue;
        if (lines) {
            out.append(2 * static_cast<std::size_t>(depth + 1), ' ');
        } else if (!out.empty()) {
            out += ", ";
        }
        if (is_name(key)) {
            out += key;
        } else {
            out += '[';
            out += lua_string(key);
            out += ']';
        }
        out += " = ";
        out += lua_value(value, depth + 1);
        if (lines) out += ",\n";
    }
    return out;
}

/// Lists have one item per line; tables inside lists are on one line.
std::string lua_value(const Value& value, int depth) {
    if (const bool* b = value.boolean()) return *b ? "true" : "false";
    if (const double* x = value.number()) return lua_number(*x);
    if (const std::string* s = value.text()) return lua_string(*s);
    const std::string indent(2 * static_cast<std::size_t>(depth), ' ');
    if (const List* list = value.list(); list != nullptr && !list->empty()) {
        std::string out = "{\n";
        for (const Value& item : *list) {
            if (!plain(item)) continue;
            const Table* table = item.table();
            out += indent + "  " +
                   (table != nullptr ? "{ " + lua_entries(*table, depth + 1, false) + " }" : lua_value(item, depth + 1));
            out += ",\n";
        }
        return out + indent + "}";
    }
    const Table* table = value.table();
    if (table == nullptr || table->empty()) return "{}";
    return "{\n" + lua_entries(*table, depth, true) + indent + "}";
}
}  // namespace

std::string lua_string(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\') {
            out += '\\';
            out += c;
        } else if (byte < 32 || byte == 127) {
            const std::string code = std::to_string(byte);
            out += '\\';
            out.append(3 - code.size(), '0');
            out += code;
        } else {
            out += c;
        }
    }
    return out + '"';
}

std::optional<std::string> read_lua_string(std::string_view text) {
    if (text.empty() || text.front() != '"') return std::nullopt;
    std::string out;
    for (std::size_t i = 1; i < text.size(); ++i) {
        if (text[i] == '"') return out;
        if (text[i] != '\\') {
            out += text[i];
        } else if (i + 3 < text.size() && text[i + 1] >= '0' && text[i + 1] <= '9') {
            out += static_cast<char>(100 * (text[i + 1] - '0') + 10 * (text[i + 2] - '0') + (text[i + 3] - '0'));
            i += 3;
        } else if (++i < text.size()) {
            out += text[i];
        }
    }
    return std::nullopt;
}

std::string lua_number(double value) {
    if (value == std::floor(value) && std::abs(value) < 1e15) return std::to_string(static_cast<long long>(value));
    return shortest(value);
}

std::string lua_file(std::string_view comment, const Table& table) {
    return "-- Jounce " + std::string(version) + ": " + std::string(comment) + "\nreturn " + lua_value(Value(table), 0) + "\n";
}

}  // namespace jounce::record
