// The output folder of a sweep: whose points are in it, and whether they count.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>

#include "context.hpp"
#include "record/folder.hpp"
#include "sweep/identity.hpp"
#include "sweep/store.hpp"

namespace jounce::lua {

struct SweepFolder {
    std::filesystem::path path;
    record::FolderOwner owner;
    sweep::Identity identity;
    std::string described;  ///< bytes of sweep::Described
};

inline constexpr const char* sweep_output = "sweep: 'output'";  ///< what messages about the folder begin with

/// What stands in the folder now.
struct Entered {
    bool keeps = false;   ///< points of this sweep, which count; else none
    bool adopts = false;  ///< by another script: what points that were cut short have left of their runs does not count
    std::string note;     ///< for the user, or empty
};

/// Locks the folder and makes it this sweep's. Points of the same sweep count with --resume and in a shard; without, they go and
/// the sweep begins anew. Points of another one (a fact of the identity differs) are refused, unless --force removes them, or
/// --resume --force counts them where only files of the script differ. Nothing is touched before that is clear.
/// \throws Error (bad_case) naming what differs, and as record::take_folder
[[nodiscard]] Entered enter_folder(const Context& command, const SweepFolder& folder, const sweep::Store& store);

}  // namespace jounce::lua
