// A Value of a script as a part of an archive.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "base/fields/value.hpp"
#include "base/files/archive.hpp"

namespace jounce {

/// Numbers keep their bits. A function and a handle are written as nothing: see function_in.
void transfer(ArchiveWriter& archive, const Value& value);
/// \throws Error (bad_case) when the bytes are no value, or one nested more than 32 times, or a table of more than 1000
/// keys
void transfer(ArchiveReader& archive, Value& value);

/// The first function in a value, or null: no file can contain one.
[[nodiscard]] std::shared_ptr<const Callable> function_in(const Value& value);

}  // namespace jounce
