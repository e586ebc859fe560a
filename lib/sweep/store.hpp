// The records of a sweep on disk: one file a point, written under another name and then renamed, so that a point is done when its
// record is there; and what the records belong to.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sweep/plan.hpp"
#include "sweep/result.hpp"

namespace jounce::sweep {

/// What decides the rows, by names that a message can show: "version", "the script", "axis 'w'", ...
using Identity = std::vector<std::pair<std::string, std::string>>;

/// Entries of the axes, the points and their order.
[[nodiscard]] Identity identity_of(const Plan& plan);

/// An entry that two identities do not share; absent where one of them lacks it.
struct Difference {
    std::string entry;
    std::optional<std::string> first, second;
};
/// The first one in the order of `second`, then one that `second` lacks.
[[nodiscard]] std::optional<Difference> difference(const Identity& first, const Identity& second);

/// What `jounce merge` needs beside the records to make the table without the script.
struct Described {
    std::string name, case_file, digest;
    Plan plan;
    bool diagram = false;
    std::vector<std::pair<std::string, std::string>> units;
};
[[nodiscard]] std::string to_bytes(const Described& described);
/// \throws Error (bad_case) for damaged bytes
[[nodiscard]] Described described_from(const std::string& name, const std::string& bytes);

/// In <output>/points: 000001.record, 000001.log (what the point printed), 000001 (outputs of its runs), "identity" and "plan".
class Store {
  public:
    Store() = default;  ///< keeps nothing
    explicit Store(const std::filesystem::path& output) : folder_(output / "points") {}

    [[nodiscard]] bool on_disk() const { return !folder_.empty(); }
    [[nodiscard]] std::filesystem::path prints(std::size_t point) const;
    /// Below it lie the outputs of the point's runs.
    [[nodiscard]] std::filesystem::path runs(std::size_t point) const;
    /// \throws Error (computation) naming the file
    void write(std::size_t point, const std::string& bytes) const;
    /// Nothing where there is no complete record.
    [[nodiscard]] std::optional<Result> read(std::size_t point) const;
    void remove(std::size_t point) const;
    /// Is a record there, complete or not?
    [[nodiscard]] bool has(std::size_t point) const;

    /// Removes what an earlier sweep has left (our names only) and writes the identity. \throws Error
    /// \param plan bytes of what is described
    void begin(const Identity& identity, const std::string& plan = {}) const;
    [[nodiscard]] Described described() const;
    /// "axis 'w' was 21 values from 2.5 to 3.5 rad/s, and is ..." for the first entry that differs; empty when none does, or
    /// when the folder holds no points.
    [[nodiscard]] std::string changed(const Identity& identity) const;
    [[nodiscard]] std::optional<Identity> identity() const;

  private:
    [[nodiscard]] std::filesystem::path named(std::size_t point, const char* ending) const;
    std::filesystem::path folder_;
};

}  // namespace jounce::sweep
