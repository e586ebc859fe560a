// The result of a point, as a value and as bytes.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/result.hpp"

#include <cstdint>
#include <cstring>

#include "base/files/archive.hpp"

namespace jounce::sweep {

namespace {

constexpr std::string_view magic = "jounce point 1\n";
enum class Type : char { number, text, boolean };

struct Cell {
    Type type = Type::number;
    double number = 0;
    std::string text;
};

template <class Archive>
void transfer(Archive& archive, Either<Cell> auto& cell) {
    archive(cell.type, cell.number, cell.text);
}

template <class Archive, class Outcome>
void transfer_result(Archive& archive, Outcome& result, std::vector<std::pair<std::string, Cell>>& cells) {
    archive(result.kind, result.failure, result.file, result.line, cells, result.section, result.section_units, result.state);
}

Cell cell_of(const Value& value) {
    if (const double* number = value.number()) return {Type::number, *number, {}};
    if (const bool* boolean = value.boolean()) return {Type::boolean, *boolean ? 1.0 : 0.0, {}};
    return {Type::text, 0, value.text() != nullptr ? *value.text() : std::string()};
}

Value value_of(const Cell& cell) {
    if (cell.type == Type::number) return cell.number;
    if (cell.type == Type::boolean) return cell.number != 0;
    return cell.text;
}

std::uint64_t checksum(std::string_view bytes) {
    Checksum sum;
    sum.add(bytes);
    return sum.value();
}

}  // namespace

std::string to_bytes(const Result& result) {
    std::vector<std::pair<std::string, Cell>> cells;
    for (const auto& [name, value] : result.row) cells.emplace_back(name, cell_of(value));
    ArchiveWriter archive;
    transfer_result(archive, result, cells);
    std::string out(magic);
    const std::uint64_t sum = checksum(archive.bytes());
    out.append(reinterpret_cast<const char*>(&sum), sizeof sum);
    return out + archive.bytes();
}

std::optional<Result> from_bytes(std::string_view bytes) {
    std::uint64_t sum = 0;
    if (!bytes.starts_with(magic) || bytes.size() < magic.size() + sizeof sum) return std::nullopt;
    std::memcpy(&sum, bytes.data() + magic.size(), sizeof sum);
    const std::string_view content = bytes.substr(magic.size() + sizeof sum);
    if (checksum(content) != sum) return std::nullopt;
    Result out;
    std::vector<std::pair<std::string, Cell>> cells;
    try {
        ArchiveReader archive("record", std::string(content));
        transfer_result(archive, out, cells);
        archive.end();
    } catch (const Error&) {
        return std::nullopt;
    }
    for (const auto& [name, cell] : cells) out.row.emplace_back(name, value_of(cell));
    return out;
}

Result failed_result(std::string why) {
    Result out;
    out.kind = Result::Kind::failed;
    out.failure = std::move(why);
    return out;
}

Result killed_result(std::string why) {
    Result out = failed_result(std::move(why));
    out.kind = Result::Kind::killed;
    return out;
}

std::string other_columns(const Row& row, const Row& first) {
    const auto missing = [](const Row& in, const Row& from) -> std::string {
        for (const auto& [name, value] : from) {
            bool found = false;
            for (const auto& [other, ignored] : in) found = found || other == name;
            if (!found) return name;
        }
        return {};
    };
    if (const std::string name = missing(row, first); !name.empty()) return "'" + name + "' is missing";
    if (const std::string name = missing(first, row); !name.empty()) return "'" + name + "' is additional";
    return {};
}

}  // namespace jounce::sweep
