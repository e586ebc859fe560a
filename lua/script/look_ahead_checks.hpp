// Faults that the look ahead finds in what a script asks of a result: pictures, fields, gaps, frictions, probes, folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <string>

namespace jounce::lua {

/// Reports a file or a folder that the case may not write. \param field "run:plot: 'file'"
void require_path(lua_State* state, const std::string& field, const std::string& path);
/// Reports that, and a name of a picture that `subject` refuses.
void require_picture(lua_State* state, const std::string& subject, const std::string& file);

/// Reports faults of result:plot{ ... } with these arguments.
void check_plot(lua_State* state);

/// Reports fields, gaps, frictions and recorded probes that a method of the run at 2 takes from its arguments at 3 and 4 and that
/// do not exist, and fields that it requires.
void require_arguments(lua_State* state, const std::string& method);

/// Reports an 'output' of the table at `index` that the case may not write or that an earlier function writes. \param kind of the
/// result
void require_folder_of_its_own(lua_State* state, const std::string& kind, int index);

}  // namespace jounce::lua
