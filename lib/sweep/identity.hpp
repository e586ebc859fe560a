// The inputs that determine the rows of a sweep, with names for messages, and the differences of two sweeps.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/files/archive.hpp"
#include "sweep/plan.hpp"

namespace jounce::sweep {

/// "the version of Jounce", "the script case.lua", "axis 'w'", "--set k", ...
struct Fact {
    std::string name;
    std::string words;   ///< its value as messages show it; empty for a file of the script
    std::string digest;  ///< of content that the words do not show, or empty
    bool operator==(const Fact&) const = default;
};

template <class Archive>
void transfer(Archive& archive, Either<Fact> auto& fact) {
    archive(fact.name, fact.words, fact.digest);
}

using Identity = std::vector<Fact>;

/// Facts of the axes, the points and their order.
[[nodiscard]] Identity identity_of(const Plan& plan);

/// One digest of all facts; the files of a sweep contain it.
[[nodiscard]] std::string digest_of(const Identity& identity);

/// A fact that differs between two identities; empty in the identity that does not have it.
struct Difference {
    std::optional<Fact> first, second;
};
/// The first difference in the order of `second`, then a fact that is missing in `second`.
[[nodiscard]] std::optional<Difference> difference(const Identity& first, const Identity& second);

/// "axis 'w' was 21 values from 2.5 to 3.5 rad/s, and is 41 values from 2.5 to 3.5 rad/s", "the script case.lua has changed"
[[nodiscard]] std::string words_of(const Difference& difference);

/// Do the two differ in files of the script alone?
[[nodiscard]] bool only_files_differ(const Identity& first, const Identity& second);

}  // namespace jounce::sweep
