// Annotations for the Lua language server that are written by hand.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::lua {

/// Handles, modes, runs and what they answer.
extern const char* const editor_objects;
/// The functions of the module.
extern const char* const editor_functions;

}  // namespace jounce::lua
