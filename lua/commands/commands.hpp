// The commands of the command line, independent of option parsing. Each returns an exit status.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "contained/walls.hpp"
#include "session/context.hpp"

namespace jounce::lua {

struct CaseCommand {
    std::string file;
    std::vector<std::string> settings;  ///< "name=value", from --set
    std::string output;                 ///< --output
    bool force = false;
    bool quiet = false;
    bool resume = false;
    bool traceback = false;
    sweep::Ranks ranks;
    std::string shard;  ///< for sweeps: "2/8", "slurm", or empty
    bool retry_failed = false;
    int jobs = 0;                   ///< 0: one for each core
    int threads = 0;                ///< 0: all cores
    int count = 10;                 ///< number of modes
    std::vector<std::string> over;  ///< for sweeps: "name=from:to:count", "name=value,value"
    double limit = 0;               ///< time limit of a point [s]; 0: none
    bool trusted = false;
    std::vector<std::string> read, write;  ///< additional folders that the case may read or write
    std::string engine;                    ///< --engine; empty: not given
    std::string memory;                    ///< "2G"; empty: nine tenths of the machine's memory, or no limit for a trusted case
};

/// The context of the script of a command. \throws Error (usage) for an invalid --set
[[nodiscard]] std::shared_ptr<Context> make_context(const CaseCommand& command, Purpose purpose);
/// Runs `body`; an Error that it throws is written to stderr. \returns the exit status
int reported(const std::function<void()>& body);

/// Restricts this process permanently to what the case is permitted. \throws Error (usage)
void contain_process(const CaseCommand& command, const MadeFolder& output);
int run_case(const CaseCommand& command);
int sweep_case(const CaseCommand& command);
/// Makes the table of a sweep from the records in its output folders; the first one receives all records.
int merge(const std::vector<std::string>& folders);
int check_case(const CaseCommand& command);
int case_modes(const CaseCommand& command);
int kinds(const std::string& name);
/// Opens the frames of a folder in ParaView, or writes a picture of one.
int view_run(const std::string& folder, const std::string& picture, const std::vector<std::string>& options, bool trusted);
/// Writes report.html into each folder and prints its path.
int report_on(const std::vector<std::string>& folders);
int generate_docs(const std::string& root);
/// Writes texts to their paths below `root` and creates the folders.
int write_files(const std::string& root, const std::map<std::string, std::string>& files);

}  // namespace jounce::lua
