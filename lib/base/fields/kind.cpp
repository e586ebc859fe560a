// A kind as data: the message for a value that is not of the required family.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/fields/kind.hpp"

#include "base/messages/text.hpp"

namespace jounce {

Error not_of_family(const std::string& subject, const std::string& field, const std::string& family,
                    const std::vector<std::string>& kinds, bool one_function, const Value& got) {
    // The one family that takes numbers and functions in place of its kinds.
    const std::string also = family == "signal" ? "a number, a function of time or " : "";
    const std::string must =
        also + "a " + family + " (jounce." + family + (one_function ? "{...}" : "." + join(kinds, ", ")) + ")";
    if (const Table* table = got.table()) {
        const Value* kind = table->find("kind");
        if (kind != nullptr && kind->text() != nullptr && table->find("family") == nullptr) {
            const std::string near = did_you_mean(*kind->text(), kinds);
            return bad_case(subject + ": '" + field + "' is of unknown kind " + kind->describe() + near +
                            (near.empty() ? "; known are " : " Known are ") + join(kinds));
        }
    }
    return bad_field(subject, field, must, got);
}

}  // namespace jounce
