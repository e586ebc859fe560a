// The engine of --engine: a component beside the program, loaded once for the process, as MPI is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <exception>
#include <functional>
#include <lua.hpp>
#include <string>
#include <vector>

#include "base/messages/error.hpp"
#include "base/messages/error_of.hpp"
#include "linalg/eigen/engine.hpp"
#include "record/frames/picture_files.hpp"
#include "sweep/identity.hpp"
#include "sweep/ranks.hpp"
#include "system/model/model.hpp"
#include "system/state/system.hpp"

namespace jounce::lua {

struct Context;

/// Values of --engine; the first one is Jounce's own.
[[nodiscard]] const std::vector<std::string>& engine_names();

/// Loads the component and starts its libraries, if `name` asks for it. Ranks other than 0 keep their messages on stderr from now
/// on until `end_messages`.
/// \throws Error (usage) when the component is not installed or belongs to another version; (computation) when its libraries fail
void load_engine(const std::string& name, const sweep::Ranks& ranks);

/// A computation of the script that the ranks share.
struct SharedWork {
    std::string subject;     ///< begins messages: "modes"
    std::string model;       ///< its name
    sweep::Identity facts;   ///< that all ranks must have in common
    std::string place = {};  ///< begins the message of a failure that ends all ranks: "tube.lua:11: "
};

/// `settings`, and the digest of the System.
[[nodiscard]] sweep::Identity facts_of(const System& system, sweep::Identity settings = {});

/// The entries of the model.
[[nodiscard]] sweep::Identity facts_of(const Model& model);

/// The ranks that share the assembly of a model for modes, reductions and statics; null without several ranks, with an engine
/// whose matrices must be whole, and where there is no engine (`engine_for`).
[[nodiscard]] const linalg::Ranks* assembling_ranks(const Context& command);

/// "tube.lua:11: ", the line of the script that calls the running function.
[[nodiscard]] std::string place_in_script(lua_State* state);

/// The engine for it, or null: without --engine, in the points of a sweep and after a sweep, where the ranks do not work
/// together. The ranks meet and compare what they are about to compute. \throws Error (bad_case) when the ranks differ
[[nodiscard]] const linalg::Engine* engine_for(const Context& command, const SharedWork& work);

/// The ranks meet again after the work. If they have not all succeeded, or all failed with the same message, all end here, with
/// status 1 and one message.
/// \param failure message of the error on this rank; empty: none
void end_shared(const Context& command, const std::string& failure);

/// What `compute` returns for the engine, null or not. An error on one rank alone ends all ranks: the others wait for this one
/// within the library, and no script may catch it.
template <class Compute>
auto by_engine(const Context& command, const SharedWork& work, const Compute& compute) {
    const linalg::Engine* engine = engine_for(command, work);
    if (engine == nullptr) return compute(engine);
    try {
        auto out = compute(engine);
        end_shared(command, {});
        return out;
    } catch (const Error& error) {
        if (error.failure() != Failure::interrupted)
            end_shared(command, (error.origin().known() ? "" : work.place) + error.what());
        throw;
    } catch (const std::exception& problem) {
        end_shared(command, error_of(work.place, problem).what());
        throw;
    }
}

/// Writes pictures of `work.system`: where the ranks work together, each has a share and all meet before and after; elsewhere
/// rank 0 writes all, and nobody does where a script is only checked. Errors as `by_engine`.
void write_pictures(const Context& command, const SharedWork& work, const std::function<void(const record::Share&)>& write);

/// "jounce" for an empty text of an engine.
[[nodiscard]] std::string engine_text(const std::string& text);

/// At the end of the program: rank 0 has said what failed and ends all ranks. Another rank that still exists after three seconds
/// has failed alone, and says so.
void end_messages(int status);

}  // namespace jounce::lua
