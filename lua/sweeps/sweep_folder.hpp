// The output folder of a sweep: decides whether its points are used.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "record/files/folder.hpp"
#include "session/context.hpp"
#include "sweep/identity.hpp"
#include "sweep/store.hpp"

namespace jounce::lua {

struct SweepFolder {
    std::filesystem::path path;
    record::FolderOwner owner;
    sweep::Identity identity;
    std::string described;  ///< bytes of sweep::Described
};

inline constexpr const char* sweep_output = "sweep: 'output'";  ///< start of messages about the folder

/// The state of the folder after `enter_folder`.
struct Entered {
    bool keeps = false;   ///< it has points of this sweep, which are used; otherwise it has none
    bool adopts = false;  ///< the points are from another version of the script: output of runs in interrupted points is not used
    std::string note;     ///< for the user, or empty
};

/// Locks the folder and makes it this sweep's. Points of the same sweep are used with --resume and in a shard; otherwise they are
/// removed and the sweep begins anew. Points of another sweep (with a different identity) are refused, unless --force removes
/// them, or --resume --force uses them if only files of the script differ. Nothing is changed before this is decided.
/// \throws Error (bad_case) that names the difference, and as record::take_folder
[[nodiscard]] Entered enter_folder(const Context& command, const SweepFolder& folder, const sweep::Store& store);

}  // namespace jounce::lua
