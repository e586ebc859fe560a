// Runs one case file in a new Lua state.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "session/context.hpp"
#include "values/guard.hpp"

namespace jounce::lua {

/// Runs the file; messages contain `path` as given here. On return the Lua state is closed.
/// \param at_end called after a script that ended or reached a Stop, while its state is still open; may throw
/// \returns the error, if any
[[nodiscard]] std::optional<Caught> run_script(const std::string& path, const std::shared_ptr<Context>& context,
                                               const std::function<void(Context&)>& at_end = {});

/// \throws Error (bad_case) for a file that cannot be read or is not valid Lua
void require_script(const std::string& path);
/// The case and its required modules, with digests of their current bytes on disk.
[[nodiscard]] sweep::Identity script_files(lua_State* state);

}  // namespace jounce::lua
