// The commands of the command line, free of how options are parsed. Each returns an exit status.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace jounce::lua {

struct CaseCommand {
    std::string file;
    std::vector<std::string> settings;  ///< "name=value", from --set
    std::string output;                 ///< --output
    bool force = false;
    bool quiet = false;
    bool resume = false;
    bool traceback = false;
    bool retry_failed = false;
    int jobs = 0;     ///< 0: one for each core
    int threads = 0;  ///< 0: as many as there are
    int count = 10;   ///< of modes
};

int run_case(const CaseCommand& command);
int check_case(const CaseCommand& command);
int case_modes(const CaseCommand& command);
int kinds(const std::string& name);
int generate_docs(const std::string& root);

}  // namespace jounce::lua
