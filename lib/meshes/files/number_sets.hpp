// Sets of an .inp file while it is read: numbers of nodes or elements under a name, with their lines.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <vector>

namespace jounce::mesh_files {

struct NumberSet {
    struct Member {
        long number;
        int line;
        bool generated;  ///< one of a range, which may have holes
    };
    std::string name;
    int line = 0;  ///< in which it begins
    std::vector<Member> members{};
};

/// In the order of their first line; capital and small letters are the same in names.
class NumberSets {
  public:
    /// Created if it does not exist.
    NumberSet& named(const std::string& name, int line);
    /// Null if it does not exist.
    [[nodiscard]] const NumberSet* find(const std::string& name) const;
    [[nodiscard]] auto begin() const { return sets_.begin(); }
    [[nodiscard]] auto end() const { return sets_.end(); }

  private:
    std::vector<NumberSet> sets_;
};

}  // namespace jounce::mesh_files
