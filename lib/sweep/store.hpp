// The records of a sweep on disk: one file per point, written under another name and then renamed, so that a point is
// done when its record exists; and the sweep that the records belong to.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sweep/identity.hpp"
#include "sweep/plan.hpp"
#include "sweep/result.hpp"

namespace jounce::sweep {

/// What `jounce merge` needs besides the records to write the table without the script.
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
    /// The folder of the outputs of the point's runs.
    [[nodiscard]] std::filesystem::path runs(std::size_t point) const;
    /// \throws Error (computation) naming the file
    void write(std::size_t point, const std::string& bytes) const;
    /// Empty if there is no complete record.
    [[nodiscard]] std::optional<Result> read(std::size_t point) const;
    void remove(std::size_t point) const;
    /// Removes its prints and the outputs of its runs as well: it will start from another state.
    void forget(std::size_t point) const;
    /// Is there a record, complete or not?
    [[nodiscard]] bool has(std::size_t point) const;

    /// Removes the files of an earlier sweep (only names of Jounce), and describes the new one. \throws Error
    void begin(const Identity& identity, const std::string& plan = {}) const;
    /// Describes the sweep that the points belong to from now on. \throws Error
    /// \param plan bytes of the description
    void describe(const Identity& identity, const std::string& plan) const;
    [[nodiscard]] Described described() const;
    /// The sweep that the points belong to; empty if no sweep has begun.
    [[nodiscard]] std::optional<Identity> identity() const;
    /// Has any point left a record, or outputs of its runs?
    [[nodiscard]] bool holds_points() const;
    /// Has no point a row, or a run that is not finished?
    [[nodiscard]] bool holds_only_failures() const;
    /// Does the output folder contain a table?
    [[nodiscard]] bool holds_table() const;
    /// Removes the table; it is written again when all points are done.
    void remove_table() const;
    /// Replaces the record, the prints and the outputs of a point by those of `other`. \throws Error
    void take(std::size_t point, const Store& other) const;

  private:
    [[nodiscard]] std::filesystem::path named(std::size_t point, const char* ending) const;
    /// Paths with names of Jounce, sorted.
    [[nodiscard]] std::vector<std::filesystem::path> ours() const;
    std::filesystem::path folder_;
};

}  // namespace jounce::sweep
