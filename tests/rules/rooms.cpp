// The rules of the rooms as functions of text.
// SPDX-License-Identifier: BSD-3-Clause
#include "rules/rooms.hpp"

#include <sstream>

#include "rules/house.hpp"

namespace house {
namespace {

/// "time/march" of "time/march/march.hpp", "time/" of "time/march.hpp", "" of "march.hpp".
std::string room_of(const std::string& name) {
    const std::size_t floor = name.find('/');
    if (floor == std::string::npos) return "";
    const std::size_t room = name.find('/', floor + 1);
    return name.substr(0, room == std::string::npos ? floor + 1 : room);
}

std::string floor_of_room(const std::string& room) { return room.substr(0, room.find('/')); }

bool has_rooms(const Rooms& rooms, const std::string& floor) {
    const auto next = rooms.lower_bound(floor + "/");
    return next != rooms.end() && floor_of_room(next->first) == floor;
}

}  // namespace

RoomTable room_table(std::string_view text) {
    RoomTable out;
    std::istringstream lines{std::string(text)};
    for (std::string line; std::getline(lines, line);) {
        std::istringstream words(line.substr(0, line.find('#')));
        std::string room, below;
        if (!(words >> room)) continue;
        std::set<std::string> reached;
        while (words >> below) {
            const auto known = out.rooms.find(floor_of_room(room) + "/" + below);
            if (known == out.rooms.end()) {
                out.faults.push_back(room + " stands on " + below + ", which does not lie below it");
                continue;
            }
            reached.insert(known->first);
            reached.insert(known->second.begin(), known->second.end());
        }
        if (!out.rooms.emplace(room, reached).second) out.faults.push_back(room + " stands there twice");
    }
    return out;
}

std::vector<std::string> room_violations(const Rooms& rooms, const std::string& path, std::string_view text) {
    const bool binding = path.starts_with("lua/");  // its includes begin within it
    if (!binding && !path.starts_with("lib/")) return {};
    const std::string own = room_of(binding ? path : path.substr(4)), floor = floor_of_room(own);
    if (!has_rooms(rooms, floor)) return {};
    const auto rule = rooms.find(own);
    if (rule == rooms.end()) return {path + ": lies in no room of " + (binding ? "" : "lib/") + floor};
    std::vector<std::string> out;
    for (const std::string& quoted : includes(text)) {
        std::string other = room_of(quoted.substr(1));
        if (const std::string within = "lua/" + floor_of_room(other); binding && rooms.contains(within)) other = within;
        if (other == own || floor_of_room(other) != floor || rule->second.contains(other)) continue;
        out.push_back(path + ": includes " + quoted.substr(1) + ": " + own + " does not stand on " + other);
    }
    return out;
}

std::vector<std::string> crowded_floors(const Rooms& rooms, std::size_t most) {
    std::map<std::string, std::size_t> count;
    for (const auto& [room, below] : rooms) ++count[floor_of_room(room)];
    std::vector<std::string> out;
    for (const auto& [floor, number] : count)
        if (number > most) out.push_back(floor + " has " + std::to_string(number) + " rooms, more than " + std::to_string(most));
    return out;
}

}  // namespace house
