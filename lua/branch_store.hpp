// The output folder of a branch: what is kept of it while it grows, and how to go on with it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "branch.hpp"
#include "context.hpp"
#include "progress.hpp"
#include "record/folder.hpp"

namespace jounce::lua {

class BranchStore {
  public:
    /// \param output empty: nothing is kept \param identity of what is asked
    BranchStore(Context& command, std::string subject, const std::string& output, std::string model, std::string identity);

    /// Takes the folder. \returns with --resume the bytes that were kept of the same question, if any
    /// \throws Error where the folder has results of another case, or a branch of another question
    [[nodiscard]] std::optional<std::string> enter();
    /// Is it time to keep the branch as it is?
    [[nodiscard]] bool due() const;
    void keep(const std::string& bytes);
    /// Writes branch.csv and the summary.
    void finish(const FoundBranch& branch, const std::string& status, const std::string& message = {});
    /// What the message of an error adds: what is kept, and how to go on.
    [[nodiscard]] std::string kept(std::size_t points, bool script) const;
    [[nodiscard]] std::string file() const { return (folder_ / "branch.state").string(); }
    /// How far it has come. \param at of the parameter, as a share of its range
    void show(const std::string& name, std::size_t points, std::size_t special, double parameter, double at);

  private:
    void say(const std::string& line);

    Context& command_;
    std::string subject_;
    std::filesystem::path folder_;  // empty: none
    record::FolderOwner owner_;
    std::string identity_;
    ProgressReport report_;
    std::chrono::steady_clock::time_point begin_, kept_;
    double low_ = 1, high_ = 0;
};

/// A branch that grows, one parameter or two: what `follow_kept` does with it. None may be empty.
struct GrowingBranch {
    std::function<void(const std::string& bytes)> restore;  ///< takes what was kept
    std::function<void()> begin, advance;
    std::function<bool()> done;
    std::function<void()> read;           ///< the points that are new
    std::function<std::size_t()> points;  ///< read so far
    std::function<void()> show;
    std::function<void()> hand_over;  ///< the points read, to the branch that the script gets
    std::function<std::string()> bytes;
};

/// Follows a branch to its end, from where `store` has it; an interrupt or an error leaves what has been found in the folder.
/// \param out receives the points \param subject of the message of an interrupt \param output as given by the script
/// \throws Error that says what is kept
void follow_kept(BranchStore& store, const FoundBranch& out, const std::string& subject, const std::string& output,
                 const GrowingBranch& branch);

}  // namespace jounce::lua
