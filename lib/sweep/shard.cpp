// One of several parts of a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>

#include "base/messages/error.hpp"
#include "base/messages/text.hpp"

namespace jounce::sweep {

namespace {

std::optional<int> whole(const std::string& text) {
    int out = 0;
    const char* end = text.data() + text.size();
    const auto [at, failed] = std::from_chars(text.data(), end, out);
    if (failed != std::errc{} || at != end) return std::nullopt;
    return out;
}

/// \param standard if the variable is not set; none: it must be set
int from_environment(const char* name, std::optional<int> standard = std::nullopt) {
    const char* text = std::getenv(name);
    if (text == nullptr && standard) return *standard;
    const std::optional<int> number = whole(text != nullptr ? text : "");
    if (!number)
        throw Error(Failure::usage, std::string("--shard slurm: ") + name + " must be a whole number, got '" +
                                        (text != nullptr ? text : "") + "'; it is set in a job of sbatch --array");
    return *number;
}

Shard task_of_array() {
    const int task = from_environment("SLURM_ARRAY_TASK_ID"), first = from_environment("SLURM_ARRAY_TASK_MIN");
    const int count = from_environment("SLURM_ARRAY_TASK_COUNT"), step = from_environment("SLURM_ARRAY_TASK_STEP", 1);
    const int last = from_environment("SLURM_ARRAY_TASK_MAX", first + (count - 1) * step);
    // Every task of an array that is not such a range reports it, not only the tasks that would compute nothing.
    if (step < 1 || count < 1 || last != first + (count - 1) * step || task < first || task > last || (task - first) % step != 0)
        throw Error(Failure::usage, "--shard slurm: the array must be a range, such as --array=1-8 or --array=0-20:5, got task " +
                                        std::to_string(task) + " of " + std::to_string(count) + " from " + std::to_string(first) +
                                        " to " + std::to_string(last) + " in steps of " + std::to_string(step));
    return {(task - first) / step, count};
}

}  // namespace

Shard read_shard(const std::string& text) {
    if (text == "slurm") return task_of_array();
    const std::size_t slash = text.find('/');
    const std::optional<int> index = whole(text.substr(0, slash));
    const std::optional<int> count = slash == std::string::npos ? std::nullopt : whole(text.substr(slash + 1));
    if (!index || !count || *count < 1 || *index < 1 || *index > *count)
        throw Error(Failure::usage, "--shard " + in_one_line(text) + ": must be I/N with 1 <= I <= N, or 'slurm'");
    return {*index - 1, *count};
}

}  // namespace jounce::sweep
