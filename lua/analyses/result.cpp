// jounce.result{ name = value, ... }: the results of a case. `jounce run` prints the values; in `jounce sweep` they are the
// point's row.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstdio>

#include "base/messages/text.hpp"
#include "script/module.hpp"
#include "session/context.hpp"
#include "sweep/axes.hpp"
#include "values/convert.hpp"

namespace jounce::lua {

int result(lua_State* L) {
    Context& command = context(L);
    // A wrong name or type is an error of every point of a sweep; a number that is not finite is an error of this point only.
    command.misused = command.in_point;
    const Table values = fields_argument(L, 1, "result");
    if (command.result) throw bad_case("result: the result is already given at " + command.result_origin.text());
    if (values.empty()) throw bad_case("result: needs at least one value { name = value }");
    std::size_t width = 0;
    for (const auto& [name, value] : values) {
        sweep::require_column_name(name, "result", name);
        if (value.number() == nullptr && value.text() == nullptr && value.boolean() == nullptr)
            throw bad_field("result", name, "a number, a string, true or false", value);
        width = std::max(width, name.size());
    }
    command.misused = false;
    for (const auto& [name, value] : values) {
        if (value.number() != nullptr) static_cast<void>(schema::read_number(value, any_number, "result", name));
    }
    command.result = values;
    command.result_origin = where(L);
    if (command.in_point || command.purpose == Purpose::modes) return 0;
    for (const auto& [name, value] : values)
        std::printf("%s%s  %s\n", name.c_str(), std::string(width - name.size(), ' ').c_str(), sweep::value_text(value).c_str());
    return 0;
}

}  // namespace jounce::lua
