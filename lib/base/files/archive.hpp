// Converts values to bytes and back, for files that only this program reads. Every length is checked; doubles keep their bits.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace jounce {

/// FNV-1a with 64 bits over bytes added in pieces; detects accidental damage, not manipulation.
class Checksum {
  public:
    void add(std::string_view bytes);
    [[nodiscard]] std::uint64_t value() const { return value_; }
    bool operator==(const Checksum&) const = default;

  private:
    std::uint64_t value_ = 0xcbf29ce484222325u;
};

/// `Value` or `const Value`: the argument of a `transfer(archive, value)` for both directions.
template <class Type, class Value>
concept Either = std::same_as<std::remove_const_t<Type>, Value>;

/// Contiguous plain values that can be resized: std::vector<double>, std::string, Eigen's vectors.
template <class Type>
concept PlainSequence = requires(Type& x) {
    x.data();
    x.resize(x.size());
    requires std::is_arithmetic_v<std::remove_cvref_t<decltype(*x.data())>>;
};

/// A struct is supported by a function `template <class Archive> void transfer(Archive&, Either<Struct> auto& s)` in its
/// namespace or in jounce, which passes its members to the archive in order. A structured binding ensures that no member is
/// forgotten.
class ArchiveWriter {
  public:
    template <class... Values>
    void operator()(const Values&... values) {
        (one(values), ...);
    }
    [[nodiscard]] const std::string& bytes() const { return bytes_; }

  private:
    void raw(const void* data, std::size_t size) { bytes_.append(static_cast<const char*>(data), size); }

    template <class Type>
    void one(const Type& value) {
        if constexpr (std::is_arithmetic_v<Type> || std::is_enum_v<Type>) {
            raw(&value, sizeof value);
        } else if constexpr (PlainSequence<Type>) {
            const auto size = static_cast<std::uint64_t>(value.size());
            one(size);
            raw(value.data(), size * sizeof *value.data());
        } else {
            compound(value);
        }
    }
    template <class Type, std::size_t N>
    void compound(const std::array<Type, N>& values) {
        for (const Type& value : values) one(value);
    }
    template <class Type>
    void compound(const std::vector<Type>& values) {
        one(static_cast<std::uint64_t>(values.size()));
        for (const Type& value : values) one(value);
    }
    template <class First, class Second>
    void compound(const std::pair<First, Second>& value) {
        (*this)(value.first, value.second);
    }
    template <class Type>
    void compound(const std::optional<Type>& value) {
        one(value.has_value());
        if (value) one(*value);
    }
    template <class Type>
    void compound(const Type& value) {
        transfer(*this, value);
    }

    std::string bytes_;
};

class ArchiveReader {
  public:
    /// \param name of the file, for messages
    ArchiveReader(std::string name, std::string bytes) : name_(std::move(name)), bytes_(std::move(bytes)) {}

    /// \throws Error (bad_case) "<name>: is damaged: ..." if there are too few bytes for the values
    template <class... Values>
    void operator()(Values&... values) {
        (one(values), ...);
    }
    /// \throws Error (bad_case) if bytes are left over
    void end() const;
    [[nodiscard]] const std::string& name() const { return name_; }
    /// Number of unread bytes, an upper bound for the entries of a list.
    [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }
    /// \throws Error (bad_case) "<name>: is damaged: <what>" if `holds` is false
    void require(bool holds, const char* what) const;

  private:
    void raw(void* data, std::size_t size);
    /// Reads a length, at most the number of unread bytes divided by `each`.
    std::size_t length(std::size_t each);

    template <class Type>
    void one(Type& value) {
        if constexpr (std::same_as<Type, bool>) {
            unsigned char byte = 0;
            raw(&byte, 1);
            require(byte <= 1, "a boolean is neither true nor false");
            value = byte == 1;
        } else if constexpr (std::is_arithmetic_v<Type> || std::is_enum_v<Type>) {
            raw(&value, sizeof value);
        } else if constexpr (PlainSequence<Type>) {
            const std::size_t size = length(sizeof *value.data());
            value.resize(static_cast<decltype(value.size())>(size));
            raw(value.data(), size * sizeof *value.data());
        } else {
            compound(value);
        }
    }
    template <class Type, std::size_t N>
    void compound(std::array<Type, N>& values) {
        for (Type& value : values) one(value);
    }
    template <class Type>
    void compound(std::vector<Type>& values) {
        values.resize(length(1));
        for (Type& value : values) one(value);
    }
    template <class First, class Second>
    void compound(std::pair<First, Second>& value) {
        (*this)(value.first, value.second);
    }
    template <class Type>
    void compound(std::optional<Type>& value) {
        bool there = false;
        one(there);
        value.reset();
        if (there) one(value.emplace());
    }
    template <class Type>
    void compound(Type& value) {
        transfer(*this, value);
    }

    std::string name_, bytes_;
    std::size_t at_ = 0;
};

}  // namespace jounce
