// Data of one script run besides the script: the session, the settings of --set, and the purpose of the command.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <lua.hpp>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "record/run/run.hpp"
#include "session/ahead_folders.hpp"
#include "session/permissions.hpp"
#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"
#include "sweep/shard.hpp"
#include "system/model/model.hpp"

namespace jounce {
class AssemblyMemory;
}
namespace jounce::modal {
class ReductionMemory;
}

namespace jounce::lua {

/// The purpose of running a script; it decides where the run ends.
enum class Purpose {
    run,    ///< runs to the end
    check,  ///< runs are checked, not computed; the first use of a result ends it
    modes,  ///< as check, without the output of the script's print
    ahead   ///< before a run: finds faults of pictures, computes nothing (look_ahead.hpp)
};

/// A model and the extent of its check.
struct Seen {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const System> system;  ///< last assembled; null before that
    int runs = 0;                          ///< number of calls of jounce.run
    std::vector<std::string> reports;      ///< lines about its runs, without repetition
};

struct Context {
    Purpose purpose = Purpose::run;
    record::Session session;
    Permissions permissions;                                    ///< of the script
    std::vector<std::pair<std::string, std::string>> settings;  ///< --set name=value, in the order given
    int jobs = 0;                                               ///< --jobs: processes of a sweep; 0: one for each core
    int threads = 0;                                            ///< --threads; 0: not given
    sweep::Shard shard;                                         ///< --shard
    sweep::Ranks ranks;                                         ///< of mpirun; only rank 0 has the outputs of a script
    bool retry_failed = false;                                  ///< --retry-failed
    std::string resume_command = "jounce run CASE --resume";  ///< command that resumes from the files on disk, quoted for a shell
    bool in_point = false;                                    ///< within a point of a sweep
    int notes_to = -1;                                        ///< file for notes on models of this point; -1: none
    bool misused = false;                                     ///< an error in a point that is not specific to it
    bool out_of_memory = false;                               ///< the error that ends a point
    std::optional<Table> result;                              ///< argument of jounce.result
    Origin result_origin;
    std::shared_ptr<modal::ReductionMemory> reductions;  ///< of models created by a function for many parameter values
    AssemblyMemory* assemblies = nullptr;                ///< of such a function during its call
    /// Contents of the reduced models that `save` did not write (see writes_files), by absolute path: `jounce.reduced` reads
    /// them.
    std::map<std::string, std::string> unwritten;
    bool parameters_declared = false;
    Table parameters;  ///< declared, with their defaults
    Origin parameters_origin;
    std::vector<Seen> models;                             ///< in order of creation; only for check and modes
    std::optional<Error> fault;                           ///< found by the look ahead
    AheadFolders folders_ahead;                           ///< found by the look ahead
    std::map<std::string, std::vector<bool>> conditions;  ///< lines of each file that decide something, for the look ahead
    sweep::Identity files;                                ///< of the script, found by the look ahead
    Origin stopped;                                       ///< where a result was first used (check, modes)

    /// False while a script is only checked. Outside of points, only rank 0 writes files.
    [[nodiscard]] bool writes_files() const { return purpose == Purpose::run && (in_point || ranks.rank == 0); }

    // Records for the commands check and modes; a run keeps no model alive.
    void made(const std::shared_ptr<const Model>& model);
    void changed(const std::shared_ptr<const Model>& model);
    void assembled(const std::shared_ptr<const Model>& model, const std::shared_ptr<const System>& system, bool for_a_run);
    void ran(const std::shared_ptr<const Model>& model);  ///< reduced
    void report(const std::shared_ptr<const Model>& model, const std::vector<std::string>& lines);
    /// Calls `check_folder`. Where nothing is written, an output folder that is not available is no error: `check` notes it with
    /// the model (null: the last one), the other commands are silent.
    void require_folder(const std::shared_ptr<const Model>& model, const std::function<void()>& check_folder);

  private:
    Seen* find(const std::shared_ptr<const Model>& model);
};

/// Gives a Lua state its context; a state without one (of a plain lua5.4 that loads the module) gets that of its main script.
void set_context(lua_State* state, std::shared_ptr<Context> context);
[[nodiscard]] Context& context(lua_State* state);

}  // namespace jounce::lua
