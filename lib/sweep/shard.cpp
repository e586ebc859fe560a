// One of several parts of a sweep.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>

#include "base/error.hpp"
#include "base/text.hpp"

namespace jounce::sweep {

namespace {

std::optional<int> whole(const std::string& text) {
    int out = 0;
    const char* end = text.data() + text.size();
    const auto [at, failed] = std::from_chars(text.data(), end, out);
    if (failed != std::errc{} || at != end) return std::nullopt;
    return out;
}

int from_environment(const char* name) {
    const char* text = std::getenv(name);
    const std::optional<int> number = whole(text != nullptr ? text : "");
    if (!number)
        throw Error(Failure::usage, std::string("--shard slurm: ") + name + " must be a whole number, got '" +
                                        (text != nullptr ? text : "") + "'; it is set in a job of sbatch --array");
    return *number;
}

}  // namespace

Shard read_shard(const std::string& text) {
    if (text == "slurm") {
        const Shard out{from_environment("SLURM_ARRAY_TASK_ID") - from_environment("SLURM_ARRAY_TASK_MIN"),
                        from_environment("SLURM_ARRAY_TASK_COUNT")};
        if (out.index < 0 || out.index >= out.count)
            throw Error(Failure::usage, "--shard slurm: the array's task numbers must follow each other");
        return out;
    }
    const std::size_t slash = text.find('/');
    const std::optional<int> index = whole(text.substr(0, slash));
    const std::optional<int> count = slash == std::string::npos ? std::nullopt : whole(text.substr(slash + 1));
    if (!index || !count || *count < 1 || *index < 1 || *index > *count)
        throw Error(Failure::usage, "--shard " + in_one_line(text) + ": must be I/N with 1 <= I <= N, or 'slurm'");
    return {*index - 1, *count};
}

}  // namespace jounce::sweep
