// The functions of Lua's io library that open files, and the files that the library writes: restricted to the permitted folders.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <lua.hpp>
#include <string>

#include "session/context.hpp"

namespace jounce::lua {

/// io.open, io.lines, io.input and io.output.
void contain_files(lua_State* state);

/// The path of a file or an output folder named `given`, below --output. The kernel refuses what this check does not see, such as
/// a link that another program makes in between.
/// \param field "run:plot: 'file'", for messages
/// \throws Error if the case may not write there; `jounce modes`, which writes nothing, takes it
[[nodiscard]] std::filesystem::path writable_path(const Context& context, const std::string& given, const std::string& field);

}  // namespace jounce::lua
