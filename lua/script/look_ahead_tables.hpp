// What the look ahead reads in the tables of a script, and what it knows of results before they are computed.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/fields/schema.hpp"
#include "base/messages/error.hpp"
#include "system/model/model.hpp"

namespace jounce::lua {

/// Ends the look ahead with the first fault found, at the script's line.
[[noreturn]] void fault(lua_State* L, const std::string& message);

/// Reports a key of the table at `index` that the list does not have, one that it requires and that is missing, and keys that are
/// not complete or exclude each other.
void require_known_keys(lua_State* L, int index, const FieldList& fields, const std::string& subject);

/// A string in the table at `index`, or nothing.
[[nodiscard]] std::optional<std::string> text_in(lua_State* L, int index, const char* key);

/// The strings of the list on top of the stack, which is popped; nothing if it contains other values.
[[nodiscard]] std::optional<std::vector<std::string>> take_words(lua_State* state);

/// The user value of the result on top of the stack: the columns of the sweep whose table is the first argument. They are those
/// of the table that its function returns for the first value of each axis; there are none where that needs results.
void find_columns_of_sweep(lua_State* L);

/// The error of a field or method that an object with this list of outputs will not have; nothing for other lists.
[[nodiscard]] std::optional<Error> unknown_field_ahead(const std::string& list, const std::string& key);

/// The list of outputs of a field, such as "summary" of a run, or of the result of a method; empty if it has none.
[[nodiscard]] std::string list_of_field(const std::string& list, const std::string& key);

/// The list of outputs of the elements of such a list, such as "impact" of "impact[]", "study_row" of "list of study_row", "mode"
/// of "modes"; empty for rows with columns of the script.
[[nodiscard]] std::string list_of_elements(const std::string& list);

/// The fields of a table that a method of a run takes as its argument, counted from 1, or null.
[[nodiscard]] const FieldList* fields_of_method(const std::string& method, int argument);

/// The gaps of a model without bodies, in the order of their numbers.
[[nodiscard]] std::vector<std::string> gaps_of(const Model& model);

}  // namespace jounce::lua
