// Values from a script, independent of the scripting language: numbers, words, lists, tables, references and functions.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/value.hpp"

#include <algorithm>

#include "base/messages/text.hpp"

namespace jounce {

namespace {
auto position(const auto& entries, std::string_view key) {
    return std::lower_bound(entries.begin(), entries.end(), key,
                            [](const auto& entry, std::string_view k) { return entry.first < k; });
}
}  // namespace

void Table::set(std::string key, Value value) {
    const auto at = entries_.begin() + (position(entries_, key) - entries_.cbegin());
    if (at != entries_.end() && at->first == key) {
        at->second = std::move(value);
    } else {
        entries_.insert(at, {std::move(key), std::move(value)});
    }
}

const Value* Table::find(std::string_view key) const {
    const auto at = position(entries_, key);
    return at != entries_.end() && at->first == key ? &at->second : nullptr;
}

std::vector<std::string> Table::keys() const {
    std::vector<std::string> out;
    for (const auto& [key, value] : entries_) out.push_back(key);
    return out;
}

Value::Value() = default;
Value::Value(bool v) : data_(v) {}
Value::Value(double v) : data_(v) {}
Value::Value(int v) : data_(static_cast<double>(v)) {}
Value::Value(const char* v) : data_(std::string(v)) {}
Value::Value(std::string v) : data_(std::move(v)) {}
Value::Value(List v) : data_(std::make_shared<const List>(std::move(v))) {}
Value::Value(Table v) : data_(std::make_shared<const Table>(std::move(v))) {}
Value::Value(Reference v) : data_(std::make_shared<const Reference>(std::move(v))) {}
Value::Value(std::shared_ptr<const Callable> v) : data_(std::move(v)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

const Table* Value::table() const {
    static const Table none;
    const List* l = list();
    return l != nullptr && l->empty() ? &none : shared<Table>();
}

namespace {

/// A short list is shown with its values, as one of them may be wrong.
std::string describe_list(const List& list) {
    constexpr std::size_t longest = 4;
    if (list.empty()) return "an empty table";
    const auto plain = [](const Value& value) { return value.number() != nullptr || value.text() != nullptr; };
    if (list.size() > longest || !std::ranges::all_of(list, plain)) return "a list of " + std::to_string(list.size());
    std::string out;
    for (const Value& value : list) out += (out.empty() ? "{" : ", ") + value.describe();
    return out + "}";
}

}  // namespace

std::string Value::describe() const {
    if (const bool* b = boolean()) return *b ? "true" : "false";
    if (const double* x = number()) return in_message(*x);
    if (const std::string* s = text()) return "'" + in_one_line(*s) + "'";
    if (const List* l = list()) return describe_list(*l);
    if (const Table* t = table()) {
        const Value* kind = t->find("kind");
        if (kind != nullptr && kind->text() != nullptr) {
            const Value* family = t->find("family");
            const bool named = family != nullptr && family->text() != nullptr;
            return (named ? *family->text() + "." : std::string("a table of kind ")) + *kind->text();
        }
        return "a table";
    }
    if (const Reference* r = reference()) return "the " + r->type + " '" + r->name + "'";
    if (function()) return "a function";
    return "nothing";
}

}  // namespace jounce
