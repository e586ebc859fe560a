// A fingerprint of a System: equal digests mean equal equations, equal laws and equal signals.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fields/value.hpp"
#include "system/state/system.hpp"

namespace jounce {

/// By words of eight bytes, each joined by exclusive or, multiplied and folded, in two sums of 64 bits: 32 hexadecimal digits. It
/// identifies cases; it is not a cryptographic hash.
class Hash {
  public:
    Hash& bytes(const void* data, std::size_t size);
    Hash& number(double value);
    Hash& integer(std::int64_t value);
    Hash& text(std::string_view value);
    /// Tables by sorted key, numbers by their bits, functions by file and line.
    Hash& value(const Value& value);
    Hash& table(const Table& table);
    Hash& matrix(const SparseMatrix& matrix);
    Hash& vector(const Vector& vector);
    [[nodiscard]] std::string hexadecimal() const;

  private:
    std::uint64_t first_ = 0xcbf29ce484222325u;
    std::uint64_t second_ = 0x84222325cbf29ce4u;
};

/// Adds the resolved numbers of the System: matrices, loads, rows, gaps, motions, initial values.
void add_system(Hash& hash, const System& system);
/// A digest of these numbers alone, which no signal changes.
[[nodiscard]] std::string structure_of(const System& system);

}  // namespace jounce
