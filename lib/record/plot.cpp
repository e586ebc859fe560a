// Curves over time as a picture, drawn by gnuplot.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/plot.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "record/csv.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
constexpr std::size_t most_points = 8000;  // of one curve: more than a screen resolves

/// A folder that goes with its content.
class TemporaryFolder {
  public:
    TemporaryFolder() {
        std::string name = (fs::temp_directory_path() / "jounce-plot-XXXXXX").string();
        if (::mkdtemp(name.data()) == nullptr) {
            throw computation_failed("run:plot: no temporary folder can be made: " + std::string(std::strerror(errno)));
        }
        path = name;
    }
    ~TemporaryFolder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    fs::path path;
};

/// gnuplot's single quotes know one escape: a doubled quote.
std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') out += '\'';
        out += c == '\n' ? ' ' : c;
    }
    return out + "'";
}

void write_curve(const PlotCurve& curve, const fs::path& file) {
    const std::vector<double>& t = *curve.times;
    const std::vector<double>& x = *curve.values;
    std::string text;
    const auto point = [&](std::size_t i) {
        append_number(text, t[i]);
        text += ' ';
        append_number(text, x[i]);
        text += '\n';
    };
    const std::size_t n = t.size();
    const std::size_t bucket = n > most_points ? 2 * n / most_points + 1 : 1;
    for (std::size_t i = 0; i < n; i += bucket) {
        const auto first = x.begin() + static_cast<std::ptrdiff_t>(i);
        const auto [low, high] = std::minmax_element(first, x.begin() + static_cast<std::ptrdiff_t>(std::min(n, i + bucket)));
        point(static_cast<std::size_t>(std::min(low, high) - x.begin()));
        if (low != high) point(static_cast<std::size_t>(std::max(low, high) - x.begin()));
    }
    std::ofstream(file) << text;
}

/// One panel per unit, in the order in which the units first appear.
std::vector<std::vector<std::size_t>> panels(const std::vector<PlotCurve>& curves) {
    std::vector<std::vector<std::size_t>> out;
    for (std::size_t i = 0; i < curves.size(); ++i) {
        const auto same = [&](const auto& panel) { return curves[panel.front()].unit == curves[i].unit; };
        const auto at = std::find_if(out.begin(), out.end(), same);
        if (at != out.end()) {
            at->push_back(i);
        } else {
            out.push_back({i});
        }
    }
    return out;
}

std::string axis_label(const std::vector<PlotCurve>& curves, const std::vector<std::size_t>& panel) {
    const PlotCurve& first = curves[panel.front()];
    const std::string unit = first.unit.empty() ? "" : "[" + first.unit + "]";
    return panel.size() == 1 ? first.name + (unit.empty() ? "" : " " + unit) : unit;
}

std::string script(const std::vector<PlotCurve>& curves, const std::string& title, const fs::path& folder,
                   const std::string& terminal, const fs::path& file) {
    const auto groups = panels(curves);
    const int height = 120 + 240 * static_cast<int>(groups.size());
    std::string out = "set terminal " + terminal + " noenhanced size 900," + std::to_string(height) +
                      (terminal == "svg" ? " background rgb 'white'" : "") + "\n";
    out += "set output " + quoted(file.string()) + "\nset grid\nset lmargin 14\nset rmargin 4\n";
    out += "set multiplot layout " + std::to_string(groups.size()) + ",1 title " + quoted(title) + "\n";
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const bool last = g + 1 == groups.size();
        out += "set xlabel " + quoted(last ? "time [s]" : "") + "\nset ylabel " + quoted(axis_label(curves, groups[g])) + "\n";
        out += groups[g].size() > 1 ? "set key top right\n" : "unset key\n";
        std::string list;
        for (const std::size_t i : groups[g]) {
            list += (list.empty() ? "plot " : ", ") + quoted((folder / std::to_string(i)).string()) + " with lines title " +
                    quoted(curves[i].name);
        }
        out += list + "\n";
    }
    return out + "unset multiplot\n";
}

std::string content(const fs::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Runs gnuplot on a script; what it complains about goes to `log`.
int run_gnuplot(const fs::path& script_file, const fs::path& log) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 2, log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    std::string name = "gnuplot";
    std::string argument = script_file.string();
    char* const arguments[] = {name.data(), argument.data(), nullptr};
    pid_t child = 0;
    const int failed = posix_spawnp(&child, "gnuplot", &actions, nullptr, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0) {
        throw computation_failed("run:plot: gnuplot cannot be started (" + std::string(std::strerror(failed)) +
                                 "); on Debian it comes with the package gnuplot-nox");
    }
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}
}  // namespace

void plot(const std::vector<PlotCurve>& curves, const std::string& title, const fs::path& file) {
    const std::string ending = file.extension().string();
    if (ending != ".svg" && ending != ".png") {
        throw bad_case("run:plot: 'file' must end in .svg or .png, got '" + file.string() + "'");
    }
    std::error_code failed;
    if (file.has_parent_path()) fs::create_directories(file.parent_path(), failed);
    // Beside the target first: a picture that fails leaves the old one alone.
    const fs::path part = file.string() + ".part";
    if (failed || !std::ofstream(part)) {
        throw computation_failed("run:plot: 'file' must be a file that can be written, got '" + file.string() + "'");
    }
    const TemporaryFolder folder;
    for (std::size_t i = 0; i < curves.size(); ++i) write_curve(curves[i], folder.path / std::to_string(i));
    const fs::path script_file = folder.path / "script";
    const fs::path log = folder.path / "log";
    std::ofstream(script_file) << script(curves, title, folder.path, ending == ".svg" ? "svg" : "pngcairo", part);
    int status = 0;
    try {
        status = run_gnuplot(script_file, log);
    } catch (...) {
        fs::remove(part, failed);
        throw;
    }
    if (status == 0) fs::rename(part, file, failed);
    if (status != 0 || failed) {
        fs::remove(part, failed);
        const std::string why = content(log);
        throw computation_failed("run:plot: gnuplot failed to draw '" + file.string() + "'" + (why.empty() ? "" : ": " + why));
    }
}

}  // namespace jounce::record
