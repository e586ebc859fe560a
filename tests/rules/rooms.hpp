// The rules of the rooms within a floor of lib, and within lua, as functions of text: a table names the folders of a floor and
// what each of them stands on. Every function returns one line per violation.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace house {

/// For each room ("time/march") the rooms that it stands on, itself left out.
using Rooms = std::map<std::string, std::set<std::string>>;

struct RoomTable {
    Rooms rooms;
    std::vector<std::string> faults;  ///< lines that name a room below which is not known yet: it would point upward
};

/// Lines "floor/room other other": `room` stands on the others of its floor and on what they stand on. `#` begins a comment.
RoomTable room_table(std::string_view text);

/// Includes of a source of a floor with rooms that lead to a room on which its own does not stand, and sources in no room.
/// `path` is from the top of the repository, as in "lib/time/march/march.hpp".
std::vector<std::string> room_violations(const Rooms& rooms, const std::string& path, std::string_view text);

/// Floors with more than `most` rooms.
std::vector<std::string> crowded_floors(const Rooms& rooms, std::size_t most);

}  // namespace house
