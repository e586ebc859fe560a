// Sets of an .inp file while it is read: numbers of nodes or elements under a name, with the lines that give them.
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
    int line = 0;  ///< that it begins in
    std::vector<Member> members{};
};

/// In the order of their first line; names differ in more than capitals.
class NumberSets {
  public:
    /// Made when there is none.
    NumberSet& named(const std::string& name, int line);
    /// Null when there is none.
    [[nodiscard]] const NumberSet* find(const std::string& name) const;
    [[nodiscard]] auto begin() const { return sets_.begin(); }
    [[nodiscard]] auto end() const { return sets_.end(); }

  private:
    std::vector<NumberSet> sets_;
};

}  // namespace jounce::mesh_files
