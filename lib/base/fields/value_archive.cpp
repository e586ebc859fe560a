// A Value of a script as a part of an archive: a byte for its type, then its content.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/value_archive.hpp"

#include <cstdint>

namespace jounce {

namespace {

enum class ValueType : std::uint8_t { nothing, boolean, number, text, list, table };
constexpr int deepest_value = 32;
constexpr std::uint64_t most_keys = 1000;  // a key is searched among those before it

Value read_value(ArchiveReader& archive, int depth) {
    archive.require(depth <= deepest_value, "a value is nested too deeply");
    ValueType type{};
    archive(type);
    const auto read = [&](auto content) -> Value {
        archive(content);
        return content;
    };
    // Every entry takes a byte or more, so that a wrong length cannot ask for more than the file holds.
    const auto length = [&] {
        std::uint64_t size = 0;
        archive(size);
        archive.require(size <= archive.left(), "a length exceeds the rest of the file");
        return size;
    };
    switch (type) {
        case ValueType::nothing:
            return {};
        case ValueType::boolean:
            return read(false);
        case ValueType::number:
            return read(0.0);
        case ValueType::text:
            return read(std::string());
        case ValueType::list: {
            List out;
            for (auto left = length(); left > 0; --left) out.push_back(read_value(archive, depth + 1));
            return out;
        }
        case ValueType::table: {
            Table out;
            const std::uint64_t keys = length();
            archive.require(keys <= most_keys, "a table has too many keys");
            for (auto left = keys; left > 0; --left) {
                std::string key;
                archive(key);
                out.set(std::move(key), read_value(archive, depth + 1));
            }
            return out;
        }
    }
    archive.require(false, "a value has an unknown type");
    return {};
}

}  // namespace

void transfer(ArchiveWriter& archive, const Value& value) {
    if (const bool* boolean = value.boolean()) return archive(ValueType::boolean, *boolean);
    if (const double* number = value.number()) return archive(ValueType::number, *number);
    if (const std::string* text = value.text()) return archive(ValueType::text, *text);
    if (const List* list = value.list()) {
        archive(ValueType::list, static_cast<std::uint64_t>(list->size()));
        for (const Value& entry : *list) transfer(archive, entry);
        return;
    }
    if (const Table* table = value.table()) {
        archive(ValueType::table, static_cast<std::uint64_t>(table->keys().size()));
        for (const auto& [key, entry] : *table) {
            archive(key);
            transfer(archive, entry);
        }
        return;
    }
    archive(ValueType::nothing);
}

void transfer(ArchiveReader& archive, Value& value) { value = read_value(archive, 0); }

std::shared_ptr<const Callable> function_in(const Value& value) {
    if (auto function = value.function()) return function;
    const List* list = value.list();
    const Table* table = list == nullptr ? value.table() : nullptr;
    for (std::size_t i = 0; list != nullptr && i < list->size(); ++i)
        if (auto function = function_in((*list)[i])) return function;
    if (table == nullptr) return nullptr;
    for (const auto& [key, entry] : *table)
        if (auto function = function_in(entry)) return function;
    return nullptr;
}

}  // namespace jounce
