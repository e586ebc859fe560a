// A reduced model as one file: its System and the report of its reduction.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "modal/reduction.hpp"

namespace jounce::record {

/// The content of its file; every number keeps its bits.
/// \throws Error (bad_case) "<subject>: ..." when the model contains a user's function
[[nodiscard]] std::string reduced_bytes(const modal::Reduction& reduction, const std::string& subject);

/// Writes the file, whole or not at all; every number keeps its bits.
/// \throws Error (bad_case) "<subject>: ..." when the model contains a user's function; (computation) naming the file
void write_reduced(const std::filesystem::path& file, const modal::Reduction& reduction, const std::string& subject);

/// \throws Error (bad_case) "<subject>: 'file' <file>: ..." when it cannot be read, is not a reduced model, has another format,
/// is cut short or damaged
[[nodiscard]] modal::Reduction read_reduced(const std::filesystem::path& file, const std::string& subject);

/// As `read_reduced`, from the content of the file.
[[nodiscard]] modal::Reduction reduced_in(std::string bytes, const std::filesystem::path& file, const std::string& subject);

}  // namespace jounce::record
