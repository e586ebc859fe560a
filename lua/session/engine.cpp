// Finds and loads the component with the engine of --engine.
// SPDX-License-Identifier: BSD-3-Clause
#include "session/engine.hpp"

#include <dlfcn.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <optional>
#include <thread>

#include "base/messages/version.hpp"
#include "session/context.hpp"
#include "sweep/rank_work.hpp"
#include "system/assembly/digest.hpp"
#include "values/stack.hpp"

namespace jounce::lua {

namespace {

namespace fs = std::filesystem;

/// Loaded once for the process: PETSc cannot be started a second time.
linalg::Engine* loaded = nullptr;

/// Messages of a rank other than 0.
struct Kept {
    int rank = 0;
    int file = -1;     ///< has taken the place of stderr
    int stderr_ = -1;  ///< the former one
};
Kept kept;

void keep_messages(int rank) {
    std::fflush(stderr);
    kept = {rank, ::memfd_create("messages", MFD_CLOEXEC), ::dup(STDERR_FILENO)};
    if (kept.file < 0 || kept.stderr_ < 0 || ::dup2(kept.file, STDERR_FILENO) < 0) kept = {};
}

fs::path component() {
    std::error_code absent;
    return fs::read_symlink("/proc/self/exe", absent).parent_path().parent_path() / "lib/jounce/jounce_petsc.so";
}

/// Whether the engine is there and the ranks work together: not in the points of a sweep, and not after a sweep.
bool works_together(const Context& command) { return loaded != nullptr && !command.in_point && !command.ranks.ended; }

template <class Function>
Function* function_of(void* library, const char* name) {
    void* found = ::dlsym(library, name);
    if (found == nullptr) throw Error(Failure::usage, std::string("--engine: the component has no ") + name);
    return reinterpret_cast<Function*>(found);
}

}  // namespace

const std::vector<std::string>& engine_names() {
    static const std::vector<std::string> names = {"jounce", "petsc", "petsc_iterative"};
    return names;
}

void load_engine(const std::string& name, const sweep::Ranks& ranks) {
    if (name.empty() || name == engine_names().front()) return;
    const fs::path file = component();
    std::error_code absent;
    if (!fs::exists(file, absent)) {
        throw Error(Failure::usage, "the engine " + name + " is not installed (no " + file.lexically_normal().string() +
                                        "): build Jounce with -DJOUNCE_PETSC=ON");
    }
    if (ranks.rank > 0) keep_messages(ranks.rank);
    ::setenv("OPENBLAS_NUM_THREADS", "1", 0);  // a rank uses one core
    // Without mpirun, Open MPI would start a process of its own, outside the walls around the case.
    if (ranks.size < 2) ::setenv("OMPI_MCA_ess_singleton_isolated", "1", 0);
    void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr) {
        const char* reason = ::dlerror();
        throw Error(Failure::usage, "the engine " + name + " cannot be loaded: " + (reason != nullptr ? reason : file.string()));
    }
    const std::string other = function_of<const char*()>(library, "jounce_component_version")();
    if (other != version) {
        throw Error(Failure::usage, "the engine " + name + " is a component of Jounce " + other + ", this is Jounce " +
                                        std::string(version) + ": " + file.lexically_normal().string());
    }
    try {
        loaded = function_of<linalg::Engine*(bool)>(library, "jounce_make_engine")(name == "petsc_iterative");
    } catch (const Error&) {
        throw;
    } catch (const std::exception& problem) {
        throw computation_failed("the engine " + name + ": " + problem.what());
    }
    sweep::before_ranks_end([] {
        try {
            loaded->end();
        } catch (const std::exception& problem) {
            std::fprintf(stderr, "jounce: the engine did not end: %s\n", problem.what());
        }
    });
}

sweep::Identity facts_of(const System& system, sweep::Identity settings) {
    // Numbers that a reader understands come before the digest, which only tells that something differs.
    const auto number = [&settings](const char* of, std::size_t count) {
        settings.push_back({std::string("the number of ") + of, std::to_string(count), {}});
    };
    number("nodes", system.nodes.size());
    number("free coordinates", static_cast<std::size_t>(system.size()));
    number("gaps", system.contacts.size());
    number("frictions", system.frictions.size());
    number("loads", system.loads.size());
    if (system.linear.ranks == nullptr) {  // else each rank holds a part of them
        number("entries of the mass matrix", static_cast<std::size_t>(system.linear.M.nonZeros()));
        number("entries of the stiffness matrix", static_cast<std::size_t>(system.linear.K.nonZeros()));
    }
    settings.push_back({"the assembled model", {}, system.digest});
    return settings;
}

sweep::Identity facts_of(const Model& model) {
    std::map<std::string, std::size_t> names;
    for (const NameDeclaration& name : model.names()) ++names[name.type];
    Hash places;
    for (const NodeDeclaration& node : model.nodes())
        for (const double x : node.position) places.number(x);
    sweep::Identity out = {{"the number of nodes", std::to_string(model.nodes().size()), {}}};
    for (const auto& [type, count] : names)
        out.push_back({"the number of names of type '" + type + "'", std::to_string(count), {}});
    out.push_back({"the places of the nodes", {}, places.hexadecimal()});
    out.push_back({"the entries of the model", {}, digest_of_entries(model)});
    return out;
}

const linalg::Ranks* assembling_ranks(const Context& command) { return works_together(command) ? loaded->ranks() : nullptr; }

const linalg::Engine* engine_for(const Context& command, const SharedWork& work) {
    if (!works_together(command)) return nullptr;
    sweep::Identity identity = {{"the model", "'" + work.model + "'", {}}};
    identity.insert(identity.end(), work.facts.begin(), work.facts.end());
    sweep::begin_together(command.ranks, work.subject, identity, command.session.interrupted);
    return loaded;
}

std::string place_in_script(lua_State* L) {
    luaL_where(L, 1);
    std::string out = text_at(L, -1);
    lua_pop(L, 1);
    return out;
}

void end_shared(const Context& command, const std::string& failure) {
    const std::optional<std::string> last = sweep::end_together(command.ranks, failure, command.session.interrupted);
    if (!last) return;
    constexpr int status = static_cast<int>(Failure::bad_case);
    std::fflush(stdout);
    std::fputs((*last + "\n").c_str(), stderr);
    end_messages(status);
    sweep::abort_ranks(status);
}

void write_pictures(const Context& command, const SharedWork& work, const std::function<void(const record::Share&)>& write) {
    if (command.purpose != Purpose::run) return;
    by_engine(command, work, [&](const linalg::Engine* engine) {
        if (engine != nullptr && command.ranks.size > 1)
            write({command.ranks.rank, command.ranks.size});
        else if (command.writes_files())
            write({});
        return true;
    });
}

std::string engine_text(const std::string& text) { return text.empty() ? engine_names().front() : text; }

void end_messages(int status) {
    if (kept.file < 0 || status == 0) return;
    std::fflush(stderr);
    std::this_thread::sleep_for(std::chrono::seconds(3));
    const std::string head = "rank " + std::to_string(kept.rank) + ": ";
    if (::write(kept.stderr_, head.data(), head.size()) < 0) return;
    ::lseek(kept.file, 0, SEEK_SET);
    std::array<char, 4096> part;
    for (ssize_t read = 0; (read = ::read(kept.file, part.data(), part.size())) > 0;)
        if (::write(kept.stderr_, part.data(), static_cast<std::size_t>(read)) < 0) return;
}

}  // namespace jounce::lua
