// The output folder of a branch: saves the branch while it grows and resumes it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "branches/branch.hpp"
#include "record/files/folder.hpp"
#include "script/progress.hpp"
#include "session/context.hpp"

namespace jounce::lua {

/// A branch as bytes: its walks, from which it continues, and the points read from them.
struct SavedBranch {
    std::string branch, points;
};

class BranchStore {
  public:
    /// \param output empty: nothing is saved \param identity hash of the request
    BranchStore(Context& command, std::string subject, const std::string& output, std::string model, std::string identity);

    /// Takes the folder. \returns with --resume the same branch, if it is saved
    /// \throws Error if the folder has results of another case or a different branch
    [[nodiscard]] std::optional<SavedBranch> enter();
    /// Is it time to save the branch?
    [[nodiscard]] bool due() const;
    void keep(const SavedBranch& saved);
    /// Writes branch.csv and the summary.
    void finish(const FoundBranch& branch, const std::string& status, const std::string& message = {});
    /// Addition to an error message: what is saved and how to resume.
    [[nodiscard]] std::string kept(std::size_t points, bool script) const;
    [[nodiscard]] std::string file() const { return (folder_ / "branch.state").string(); }
    /// Shows the progress. \param at the parameter as a fraction of its range
    void show(const std::string& name, std::size_t points, std::size_t special, double parameter, double at);

  private:
    void say(const std::string& line);
    /// The same branch; with --force nothing for another one. \throws Error for another one or damaged bytes
    [[nodiscard]] std::optional<SavedBranch> saved_branch() const;

    Context& command_;
    std::string subject_;
    std::filesystem::path folder_;  // empty: none
    record::FolderOwner owner_;
    std::string identity_;
    ProgressReport report_;
    std::chrono::steady_clock::time_point begin_, kept_;
    double low_ = 1, high_ = 0;
};

/// The callbacks of `follow_kept` for a growing branch in one or two parameters. None may be empty.
struct GrowingBranch {
    std::function<void(const SavedBranch& saved)> restore;
    std::function<void()> begin, advance;
    std::function<bool()> done;
    std::function<void()> read;           ///< reads the new points
    std::function<std::size_t()> points;  ///< number of points read so far
    std::function<std::size_t()> found;   ///< number of points of the branch
    std::function<void()> show;
    std::function<void()> hand_over;     ///< moves the points into the branch object of the script
    std::function<SavedBranch()> saved;  ///< before the points are handed over
};

/// Follows a branch to its end, starting from the saved branch in `store`; after an interrupt or an error the folder has the
/// points found.
/// \param out receives the points \param subject for the message of an interrupt
/// \param output as given by the script
/// \throws Error stating what is saved
void follow_kept(BranchStore& store, const FoundBranch& out, const std::string& subject, const std::string& output,
                 const GrowingBranch& branch);

}  // namespace jounce::lua
