// Runs one case file in a Lua state of its own.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "context.hpp"
#include "guard.hpp"

namespace jounce::lua {

/// Runs the file; messages name it as `path` is written here. On return the Lua state is closed.
/// \param at_end called after a script that ended, or stopped at a Stop, while its state is still open; may throw
/// \returns what went wrong, if anything
[[nodiscard]] std::optional<Caught> run_script(const std::string& path, const std::shared_ptr<Context>& context,
                                               const std::function<void(Context&)>& at_end = {});

/// \throws Error (bad_case) for a file that cannot be read, or is no Lua
void require_script(const std::string& path);
/// The case and the modules that it has required, with digests of their bytes as they are on disk now.
[[nodiscard]] sweep::Identity script_files(lua_State* state);

}  // namespace jounce::lua
