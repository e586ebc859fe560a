// The progress of a run or a study: a bar on a terminal, a line every few seconds in a log.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <thread>

#include "base/messages/stage.hpp"
#include "nonlinear/precision/work_precision.hpp"
#include "record/run/run.hpp"

namespace jounce::lua {

/// Progress of a sweep.
struct SweepProgress {
    std::string name;
    std::size_t done = 0;  ///< points, including failed ones
    std::size_t failed = 0;
    std::size_t running = 0;  ///< processes
    std::size_t total = 0;
    std::size_t before = 0;  ///< points that were done at the start
    double wall_seconds = 0;
};

/// Progress of a branch.
struct BranchProgress {
    std::string parameter_name;
    double parameter = 0;
    double covered = 0;  ///< fraction of the parameter's range
    std::size_t points = 0, special = 0;
    double wall_seconds = 0;
};

/// Progress of a computation in stages: modes, a reduction.
struct WorkProgress {
    std::string what;  ///< "modes of 'tube'"
    Stage stage;
    double wall_seconds = 0;
};

class ProgressReport {
  public:
    ProgressReport(std::FILE* stream, bool terminal);
    ~ProgressReport() { clear(); }
    ProgressReport(const ProgressReport&) = delete;
    ProgressReport& operator=(const ProgressReport&) = delete;

    /// Draws when it is time to: ten times a second on a terminal, every five seconds in a log.
    void update(const record::Progress& progress);
    void update(const nonlinear::StudyProgress& progress);
    void update(const SweepProgress& progress);
    void update(const BranchProgress& progress);
    /// On a terminal only, and not in the first second: a log learns nothing from it. A stage that begins is drawn at once, as it
    /// may not say anything for seconds.
    void update(const WorkProgress& progress);
    /// Prints a line above the bar.
    void line(const std::string& text);
    /// Removes the bar.
    void clear();

  private:
    /// Is it time to draw?
    bool due(double wall_seconds);
    void draw(const std::string& text);
    void write(const std::string& text);
    std::FILE* stream_;
    bool terminal_;
    bool shown_ = false;
    double next_ = 0;         // wall seconds of the run
    std::string_view stage_;  // drawn last; a literal
};

/// Shows the stages of a computation, and ends it after Ctrl-C.
class WorkReport {
  public:
    using Clock = std::chrono::steady_clock;
    /// \param quiet shows nothing \param begin of what the user waits for, which an assembly may precede
    WorkReport(std::string what, bool quiet, Clock::time_point begin = Clock::now());
    /// Called regularly by the computation; those threads draw nothing that did not make the report. \throws Error (interrupted)
    void proceed(const Stage& stage);
    /// Calls `proceed`; the WorkReport must outlive it.
    [[nodiscard]] StageReport stages() {
        return [this](const Stage& stage) { proceed(stage); };
    }

  private:
    ProgressReport report_;
    std::string what_;
    bool quiet_;
    Clock::time_point begin_;
    std::thread::id thread_;
};

/// "[####......]  41 %  t = 0.41 of 1 s  812000 steps/s  0:03 left  12 impacts", cut to `width`.
[[nodiscard]] std::string progress_bar(const record::Progress& progress, std::size_t width);
/// "t = 0.41 of 1 s (41 %), 812000 steps/s, 0:03 left, 12 impacts"
[[nodiscard]] std::string progress_line(const record::Progress& progress);
/// "[####......]  41 %  run 7 of 17: newmark (beta 0.25, gamma 0.5), step 1e-06 s, timing", cut to `width`.
[[nodiscard]] std::string progress_bar(const nonlinear::StudyProgress& progress, std::size_t width);
/// "run 7 of 17 (41 %): newmark (beta 0.25, gamma 0.5), step 1e-06 s, timing"
[[nodiscard]] std::string progress_line(const nonlinear::StudyProgress& progress);
/// "[####......]  41 %  41 of 100 points  2 failed  4 running  0:03 left", cut to `width`.
[[nodiscard]] std::string progress_bar(const SweepProgress& progress, std::size_t width);
/// "sweep 'response': 41 of 100 points (41 %), 2 failed, 4 running, 0:03 left"
[[nodiscard]] std::string progress_line(const SweepProgress& progress);
/// "[####......]  41 %  w = 1.64  120 points  2 special", cut to `width`.
[[nodiscard]] std::string progress_bar(const BranchProgress& progress, std::size_t width);
/// "[####......]  41 %  modes of 'tube': factor  0:12", or without a known fraction "modes of 'tube': ordering  0:12", cut to
/// `width`.
[[nodiscard]] std::string progress_bar(const WorkProgress& progress, std::size_t width);
/// "branch: w = 1.64, 41 % of its range, 120 points, 2 special"
[[nodiscard]] std::string progress_line(const BranchProgress& progress);

}  // namespace jounce::lua
