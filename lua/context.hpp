// What one script run knows besides the script: the session, the settings of --set, and what the command wants of it.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <lua.hpp>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "contained/permissions.hpp"
#include "record/run.hpp"
#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"
#include "sweep/shard.hpp"
#include "system/model/model.hpp"

namespace jounce::modal {
class ReductionMemory;
}

namespace jounce::lua {

/// How far a script is followed.
enum class Purpose {
    run,    ///< to its end
    check,  ///< runs are checked, not computed; the first use of a result ends it
    modes,  ///< as check, and the script's own printing is off
    ahead   ///< before a run: nothing is computed, faults of pictures are looked for (look_ahead.hpp)
};

/// A model and how much of it has been checked.
struct Seen {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const System> system;  ///< as last assembled; null so far
    int runs = 0;                          ///< given to jounce.run
    std::vector<std::string> reports;      ///< on its runs, each line once
};

struct Context {
    Purpose purpose = Purpose::run;
    record::Session session;
    Permissions permissions;                                    ///< of the script
    std::vector<std::pair<std::string, std::string>> settings;  ///< --set name=value, in the order given
    int jobs = 0;                                               ///< --jobs: processes of a sweep; 0: one for each core
    int threads = 0;                                            ///< --threads; 0: not told
    sweep::Shard shard;                                         ///< --shard
    sweep::Ranks ranks;                                         ///< of mpirun; only rank 0 has the outputs of a script
    bool retry_failed = false;                                  ///< --retry-failed
    std::string resume_command = "jounce run CASE --resume";    ///< what goes on with what is on disk, as a shell takes it
    bool in_point = false;                                      ///< within a point of a sweep
    bool misused = false;                                       ///< an error there that is none of the point
    std::optional<Table> result;                                ///< what jounce.result was given
    Origin result_origin;
    std::shared_ptr<modal::ReductionMemory> reductions;  ///< of models that a function makes for many values of a parameter
    bool parameters_declared = false;
    Table parameters;  ///< declared, with their defaults
    Origin parameters_origin;
    std::vector<Seen> models;    ///< in the order made; check and modes only
    std::optional<Error> fault;  ///< found ahead
    sweep::Identity files;       ///< of the script, found ahead
    Origin stopped;              ///< where a result was first used (check, modes)

    /// Not while a script is only checked; and of several ranks, outside of points, only rank 0 does.
    [[nodiscard]] bool writes_files() const { return purpose == Purpose::run && (in_point || ranks.rank == 0); }

    // What the commands check and modes look at afterwards; a run keeps no model alive.
    void made(const std::shared_ptr<const Model>& model);
    void changed(const std::shared_ptr<const Model>& model);
    void assembled(const std::shared_ptr<const Model>& model, const std::shared_ptr<const System>& system, bool for_a_run);
    void ran(const std::shared_ptr<const Model>& model);  ///< reduced
    void report(const std::shared_ptr<const Model>& model, const std::vector<std::string>& lines);

  private:
    Seen* find(const std::shared_ptr<const Model>& model);
};

/// Gives a Lua state its context; a state without one (of a plain lua5.4 that loads the module) gets that of its main script.
void set_context(lua_State* state, std::shared_ptr<Context> context);
[[nodiscard]] Context& context(lua_State* state);

}  // namespace jounce::lua
