// Opens the frames of a folder in ParaView, or has it make a picture of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace jounce::record {

/// Runs `paraview --script=view.py`, or with a picture `pvpython view.py --picture ...`, under xvfb-run where there is
/// no display. The programs are looked up in PATH; PARAVIEW and PVPYTHON name others. \param picture PNG to write;
/// empty: open the window \param options further options of view.py \param trusted a view.py that this program did not
/// write is executed as well: it is a program, and a stranger may have written it \throws Error (usage) when the folder has
/// no view.py, another one, or no frames; (computation) when ParaView is not installed, has no display or fails
void view_folder(const std::string& folder, const std::string& picture, const std::vector<std::string>& options, bool trusted);

}  // namespace jounce::record
