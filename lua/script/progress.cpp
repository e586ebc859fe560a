// The progress of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "script/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

#include "values/interrupt.hpp"

namespace jounce::lua {

namespace {

constexpr double bar_period = 0.1;
constexpr double line_period = 5;

double fraction(const record::Progress& p) { return p.end_time > 0 ? std::clamp(p.time / p.end_time, 0.0, 1.0) : 0.0; }

/// "1:07:03", "0:03"
std::string clock(double seconds) {
    const auto s = static_cast<long>(std::ceil(seconds));
    if (s >= 3600) return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
    return fmt::format("{}:{:02}", s / 60, s % 60);
}

/// Three significant digits and a thousands' prefix: "812 k".
std::string rate(double per_second) {
    if (per_second >= 1e6) return fmt::format("{:.3g} M", per_second / 1e6);
    if (per_second >= 1e3) return fmt::format("{:.3g} k", per_second / 1e3);
    return fmt::format("{:.3g} ", per_second);
}

struct Words {
    std::string time, speed, left, impacts;
};

Words words(const record::Progress& p) {
    Words out;
    // Enough decimals to resolve a hundredth of the run.
    const int decimals = std::clamp(static_cast<int>(std::ceil(2 - std::log10(std::max(p.end_time, 1e-12)))), 0, 12);
    out.time = fmt::format("t = {:.{}f} of {:g} s", p.time, decimals, p.end_time);
    if (p.wall_seconds > 0) {
        out.speed = rate(static_cast<double>(p.steps) / p.wall_seconds) + "steps/s";
        const double f = fraction(p);
        if (f > 0 && p.wall_seconds > 0.2) out.left = clock(p.wall_seconds * (1 - f) / f) + " left";
    }
    out.impacts = fmt::format("{} impact{}", p.impacts, p.impacts == 1 ? "" : "s");
    return out;
}

std::string bar(double fraction) {
    constexpr int length = 20;
    const int filled = static_cast<int>(std::floor(fraction * length));
    return fmt::format("[{}{}] {:3.0f} %", std::string(static_cast<std::size_t>(filled), '#'),
                       std::string(static_cast<std::size_t>(length - filled), '.'), std::floor(100 * fraction));
}

double fraction(const nonlinear::StudyProgress& p) {
    return p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : 0.0;
}

/// "run 7 of 17": the current run.
std::string run_of(const nonlinear::StudyProgress& p) {
    return fmt::format("run {} of {}", std::min(p.done + 1, p.total), p.total);
}

std::size_t terminal_width(std::FILE* stream) {
    winsize size{};
    return ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

}  // namespace

std::string progress_bar(const record::Progress& p, std::size_t width) {
    std::string out = bar(fraction(p));
    const Words w = words(p);
    for (const std::string& word : {w.time, w.left, w.impacts, w.speed}) {
        // Words that do not fit are left out, the least important first.
        if (!word.empty() && out.size() + 2 + word.size() <= width) out += "  " + word;
    }
    return out;
}

std::string progress_line(const record::Progress& p) {
    const Words w = words(p);
    std::string out = fmt::format("{} ({:.0f} %)", w.time, std::floor(100 * fraction(p)));
    for (const std::string& word : {w.speed, w.left, w.impacts}) {
        if (!word.empty()) out += ", " + word;
    }
    return out;
}

std::string progress_bar(const nonlinear::StudyProgress& p, std::size_t width) {
    return fmt::format("{}  {}: {}", bar(fraction(p)), run_of(p), p.doing).substr(0, width);
}

std::string progress_line(const nonlinear::StudyProgress& p) {
    return fmt::format("{} ({:.0f} %): {}", run_of(p), std::floor(100 * fraction(p)), p.doing);
}

namespace {

double fraction(const SweepProgress& p) { return p.total > 0 ? static_cast<double>(p.done) / static_cast<double>(p.total) : 0.0; }

std::vector<std::string> words(const SweepProgress& p) {
    std::vector<std::string> out;
    if (p.failed > 0) out.push_back(fmt::format("{} failed", p.failed));
    out.push_back(fmt::format("{} running", p.running));
    const auto computed = static_cast<double>(p.done - p.before);
    if (computed > 0 && p.wall_seconds > 0.2)
        out.push_back(clock(p.wall_seconds * static_cast<double>(p.total - p.done) / computed) + " left");
    return out;
}

}  // namespace

std::string progress_bar(const SweepProgress& p, std::size_t width) {
    std::string out = fmt::format("{}  {} of {} points", bar(fraction(p)), p.done, p.total);
    for (const std::string& word : words(p)) {
        if (out.size() + 2 + word.size() <= width) out += "  " + word;
    }
    return out.substr(0, width);
}

std::string progress_line(const SweepProgress& p) {
    std::string out =
        fmt::format("sweep '{}': {} of {} points ({:.0f} %)", p.name, p.done, p.total, std::floor(100 * fraction(p)));
    for (const std::string& word : words(p)) out += ", " + word;
    return out;
}

void ProgressReport::update(const SweepProgress& progress) {
    if (due(progress.wall_seconds))
        draw(terminal_ ? progress_bar(progress, terminal_width(stream_) - 1) : progress_line(progress));
}

std::string progress_bar(const BranchProgress& p, std::size_t width) {
    return fmt::format("{}  {} = {:.6g}  {} points  {} special", bar(p.covered), p.parameter_name, p.parameter, p.points,
                       p.special)
        .substr(0, width);
}

std::string progress_line(const BranchProgress& p) {
    return fmt::format("branch: {} = {:.6g}, {:.0f} % of its range, {} points, {} special", p.parameter_name, p.parameter,
                       std::floor(100 * p.covered), p.points, p.special);
}

void ProgressReport::update(const BranchProgress& progress) {
    if (due(progress.wall_seconds))
        draw(terminal_ ? progress_bar(progress, terminal_width(stream_) - 1) : progress_line(progress));
}

std::string progress_bar(const WorkProgress& p, std::size_t width) {
    const std::string known = p.stage.fraction >= 0 ? bar(std::min(p.stage.fraction, 1.0)) + "  " : "";
    return fmt::format("{}{}: {}  {}", known, p.what, p.stage.name, clock(p.wall_seconds)).substr(0, width);
}

void ProgressReport::update(const WorkProgress& progress) {
    constexpr double short_work = 1;
    if (!terminal_ || progress.wall_seconds < short_work) return;
    if (stage_ != progress.stage.name) next_ = 0;
    if (!due(progress.wall_seconds)) return;
    stage_ = progress.stage.name;
    draw(progress_bar(progress, terminal_width(stream_) - 1));
}

WorkReport::WorkReport(std::string what, bool quiet, Clock::time_point begin)
    : report_(stderr, isatty(STDERR_FILENO) != 0),
      what_(std::move(what)),
      quiet_(quiet),
      begin_(begin),
      thread_(std::this_thread::get_id()) {}

void WorkReport::proceed(const Stage& stage) {
    end_if_interrupted();
    if (quiet_ || std::this_thread::get_id() != thread_) return;
    const std::chrono::duration<double> wall = Clock::now() - begin_;
    report_.update(WorkProgress{what_, stage, wall.count()});
}

ProgressReport::ProgressReport(std::FILE* stream, bool terminal)
    : stream_(stream), terminal_(terminal), next_(terminal ? bar_period : line_period) {}

void ProgressReport::update(const record::Progress& progress) {
    if (progress.finished) return clear();
    if (due(progress.wall_seconds))
        draw(terminal_ ? progress_bar(progress, terminal_width(stream_) - 1) : progress_line(progress));
}

void ProgressReport::update(const nonlinear::StudyProgress& progress) {
    if (due(progress.wall_seconds))
        draw(terminal_ ? progress_bar(progress, terminal_width(stream_) - 1) : progress_line(progress));
}

bool ProgressReport::due(double wall_seconds) {
    if (wall_seconds < next_) return false;
    next_ = wall_seconds + (terminal_ ? bar_period : line_period);
    return true;
}

// If the terminal is closed, the run continues to its checkpoint: failed writes are ignored.
void ProgressReport::write(const std::string& text) {
    std::fputs(text.c_str(), stream_);
    std::fflush(stream_);
}

void ProgressReport::draw(const std::string& text) {
    write(terminal_ ? std::string(erase_line) + text : text + "\n");
    shown_ = terminal_;
    bar_is_shown(shown_);
}

void ProgressReport::line(const std::string& text) {
    clear();
    write(text + "\n");
}

void ProgressReport::clear() {
    if (!shown_) return;
    write(std::string(erase_line));
    shown_ = false;
    bar_is_shown(false);
}

}  // namespace jounce::lua
