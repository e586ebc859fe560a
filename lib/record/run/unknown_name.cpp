// The errors of a gap or a friction that a run does not have.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/unknown_name.hpp"

#include "base/messages/text.hpp"

namespace jounce::record {

namespace {

std::string suggestion(const std::string& name, const std::vector<std::string>& known, const std::string& none) {
    if (known.empty()) return none;
    const std::string near = did_you_mean(name, known);
    return near + (near.empty() ? "; known" : " Known") + " are " + join(known);
}

}  // namespace

Error unknown_gap(const std::string& gap, const std::vector<std::string>& known, const std::string& subject) {
    return bad_case(subject + ": there is no gap '" + gap + "'" + suggestion(gap, known, "; the model has no gaps"));
}

Error unknown_friction(const std::string& friction, const std::vector<std::string>& known, const std::string& subject) {
    return bad_case(subject + ": there is no friction at '" + friction + "'" +
                    suggestion(friction, known, "; the model has none"));
}

}  // namespace jounce::record
