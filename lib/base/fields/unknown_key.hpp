// The messages for a key that a list of fields does not have, and for one that is missing.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "base/fields/schema.hpp"
#include "base/messages/error.hpp"

namespace jounce {

/// Is the key a field of the list, or one that every table may have?
[[nodiscard]] bool knows_key(const FieldList& fields, const std::string& key);

/// "subject: unknown key 'fil'; did you mean 'file'? Known are ..."
[[nodiscard]] Error unknown_key(const FieldList& fields, const std::string& key, const std::string& subject);

/// "subject: 'period' is required (number, s)"
[[nodiscard]] Error missing_field(const Field& field, const std::string& subject);

/// Checks which fields are given together. \param table only its keys count
/// \throws Error "run:plot: 'x' and 'y' must be given together, got only 'x'"
void check_groups(const FieldList& fields, const Table& table, const std::string& subject);

}  // namespace jounce
