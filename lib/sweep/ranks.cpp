// The ranks of mpirun. MPI is loaded only if mpirun has started this program; if it were linked, every jounce would
// load it.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/ranks.hpp"

#include <cstdlib>
#include <string>
#include <utility>

#include "base/files/archive.hpp"
#include "base/messages/error.hpp"
#include "sweep/rank_work.hpp"

#ifdef JOUNCE_MPI
#include <dlfcn.h>
#include <mpi.h>  // types and constants; the functions are found by name

#include <chrono>
#include <cstdio>
#include <thread>
#endif

namespace jounce::sweep {

namespace {

std::function<void()> last;  ///< before_ranks_end

void run_last(int status) {
    if (status == 0 && last) std::exchange(last, nullptr)();
}

/// The number of copies started by mpirun, or by srun with PMI; 1 without them.
int started_copies() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    // srun --mpi=pmix gives the number in a different variable.
    const char* text = std::getenv("SLURM_STEP_NUM_TASKS");
    return std::getenv("PMIX_RANK") != nullptr && text != nullptr ? std::atoi(text) : 1;
}

}  // namespace

#ifdef JOUNCE_MPI

template <class Archive>
void transfer(Archive& archive, Either<RankLine> auto& value) {
    archive(value.points, value.before, value.before_bytes);
}

namespace {

enum Tag { part_begins = 1, request, line, outcome, part_ends, no_part, work_begins, work_ends, all_ended };

/// The functions of MPI used here, and the two objects of Open MPI used by its macros.
struct Mpi {
    void* library = nullptr;
    decltype(&MPI_Init_thread) init_thread = nullptr;
    decltype(&MPI_Comm_rank) comm_rank = nullptr;
    decltype(&MPI_Comm_size) comm_size = nullptr;
    decltype(&MPI_Send) send = nullptr;
    decltype(&MPI_Recv) receive = nullptr;
    decltype(&MPI_Iprobe) probe = nullptr;
    decltype(&MPI_Get_count) get_count = nullptr;
    decltype(&MPI_Abort) abort = nullptr;
    decltype(&MPI_Finalize) finalize = nullptr;
    MPI_Comm world = nullptr;
    MPI_Datatype byte = nullptr;
};

[[noreturn]] void cannot_load() {
    const char* reason = ::dlerror();
    throw Error(Failure::usage, std::string("mpirun has started several copies of jounce, and MPI cannot be loaded: ") +
                                    (reason != nullptr ? reason : JOUNCE_MPI) + "; --shard needs no MPI");
}

template <class Pointer>
void find(void* library, const char* name, Pointer& out) {
    out = reinterpret_cast<Pointer>(::dlsym(library, name));
    if (out == nullptr) cannot_load();
}

Mpi load() {
    Mpi out;
    // The components of Open MPI look up its symbols in the whole program.
    out.library = ::dlopen(JOUNCE_MPI, RTLD_NOW | RTLD_GLOBAL);
    if (out.library == nullptr) out.library = ::dlopen(JOUNCE_MPI_FILE, RTLD_NOW | RTLD_GLOBAL);
    if (out.library == nullptr) cannot_load();
    find(out.library, "MPI_Init_thread", out.init_thread);
    find(out.library, "MPI_Comm_rank", out.comm_rank);
    find(out.library, "MPI_Comm_size", out.comm_size);
    find(out.library, "MPI_Send", out.send);
    find(out.library, "MPI_Recv", out.receive);
    find(out.library, "MPI_Iprobe", out.probe);
    find(out.library, "MPI_Get_count", out.get_count);
    find(out.library, "MPI_Abort", out.abort);
    find(out.library, "MPI_Finalize", out.finalize);
    find(out.library, "ompi_mpi_comm_world", out.world);
    find(out.library, "ompi_mpi_byte", out.byte);
    return out;
}

/// Loaded once for the process, as MPI itself is.
Mpi& mpi() {
    static Mpi loaded = load();
    return loaded;
}
bool begun = false;
std::string parted;  ///< why the ranks do not do the same work
bool met = false;    ///< this rank has begun a sweep with the others
std::string noted;   ///< the last error of this rank

/// " (its last error: tube.lua:11: no value today)", of a rank that has ended its script
std::string last_error(const std::string& failure) { return failure.empty() ? "" : " (its last error: " + failure + ")"; }

template <class... Values>
void send(int rank, Tag tag, const Values&... values) {
    ArchiveWriter archive;
    archive(values...);
    const std::string& bytes = archive.bytes();
    mpi().send(bytes.data(), static_cast<int>(bytes.size()), mpi().byte, rank, tag, mpi().world);
}

std::string receive(const MPI_Status& status) {
    int size = 0;
    mpi().get_count(&status, mpi().byte, &size);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    mpi().receive(bytes.data(), size, mpi().byte, status.MPI_SOURCE, status.MPI_TAG, mpi().world, MPI_STATUS_IGNORE);
    return bytes;
}

/// Waits without using a core; MPI's own wait would use one. \returns whether a message came before `stop`
bool wait_for(int source, int tag, MPI_Status& status, std::chrono::microseconds between,
              const std::function<bool()>& stop = {}) {
    while (true) {
        int there = 0;
        mpi().probe(source, tag, mpi().world, &there, &status);
        if (there != 0) return true;
        if (stop && stop()) return false;
        std::this_thread::sleep_for(between);
    }
}

/// "2 values from 1 to 3 on rank 2"
std::string on_rank(const std::optional<Fact>& fact, bool by_digest, int rank) {
    const std::string value = !fact ? "absent" : by_digest ? "digest " + fact->digest : fact->words;
    return value + " on rank " + std::to_string(rank);
}

/// For rank 0 without a sweep: does another rank have one?
void require_no_sweep(int size) {
    for (int rank = 1; rank < size; ++rank) {
        MPI_Status status;
        wait_for(rank, MPI_ANY_TAG, status, std::chrono::milliseconds(1));
        if (status.MPI_TAG == no_part) {
            static_cast<void>(receive(status));
            continue;
        }
        const std::string why = last_error(noted);
        if (status.MPI_TAG == work_begins) {
            ArchiveReader archive("message of a rank", receive(status));
            Identity other;
            archive(other);
            std::fprintf(stderr,
                         "%s: the ranks of mpirun must do the same work: rank 0 has ended its script%s, rank %d has not\n",
                         other.empty() ? "jounce" : other.front().words.c_str(), why.c_str(), rank);
        } else {
            std::fprintf(stderr, "sweep: the ranks of mpirun must compute the same sweep: rank %d has one, rank 0 has none%s\n",
                         rank, why.c_str());
        }
        mpi().abort(mpi().world, static_cast<int>(Failure::bad_case));
    }
}

}  // namespace

Ranks begin_ranks() {
    Ranks out;
    if (started_copies() < 2) return out;
    // Contained processes may not read each other's memory, by which Open MPI would pass large messages within a machine.
    ::setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 0);
    int provided = 0;
    mpi().init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    begun = true;
    mpi().comm_rank(mpi().world, &out.rank);
    mpi().comm_size(mpi().world, &out.size);
    return out;
}

void end_ranks(int status) {
    if (!begun) return run_last(status);
    begun = false;
    if (status == 0 && !parted.empty()) {  // a script has caught the error; the other ranks wait within their work
        std::fprintf(stderr, "jounce: %s\n", parted.c_str());
        status = static_cast<int>(Failure::bad_case);
    }
    // After a signal mpirun ends all ranks, at the latest when this one is gone; MPI_Abort would print a notice of ten lines.
    constexpr int by_signal = 128;
    if (status > by_signal) {
        std::fflush(nullptr);
        std::_Exit(status);
    }
    if (status != 0) mpi().abort(mpi().world, status);
    int rank = 0, size = 1;
    mpi().comm_rank(mpi().world, &rank);
    mpi().comm_size(mpi().world, &size);
    if (!met && rank > 0) send(0, no_part, noted);
    if (!met && rank == 0) require_no_sweep(size);
    run_last(status);
    mpi().finalize();
}

namespace {

/// Rank 0 receives the identities of the other ranks. \param must begins the messages
void require_same(int size, const Identity& identity, const std::function<bool()>& interrupted, const std::string& must,
                  const std::string& without) {
    for (int rank = 1; rank < size; ++rank) {
        MPI_Status status;
        if (!wait_for(rank, MPI_ANY_TAG, status, std::chrono::milliseconds(1), interrupted))
            throw Error(Failure::interrupted, "interrupted");
        ArchiveReader archive("message of a rank", receive(status));
        if (status.MPI_TAG == no_part) {
            std::string failure;
            archive(failure);
            throw bad_case(must + "rank " + std::to_string(rank) + " has ended its script" + without + last_error(failure));
        }
        Identity other;
        archive(other);
        if (const std::optional<Difference> found = difference(identity, other)) {
            const auto& [mine, theirs] = *found;
            const bool by_digest = mine && theirs ? mine->words == theirs->words : (mine ? mine : theirs)->words.empty();
            throw bad_case(must + (mine ? mine : theirs)->name + " is " + on_rank(mine, by_digest, 0) + ", " +
                           on_rank(theirs, by_digest, rank) + " (random numbers differ between ranks without math.randomseed)");
        }
    }
}

}  // namespace

void Dispatcher::meet(int size, const Identity& identity, const std::function<bool()>& interrupted) {
    met = true;
    require_same(size, identity, interrupted, "sweep: the ranks of mpirun must compute the same sweep: ", " without one");
}

void begin_together(const Ranks& ranks, const std::string& subject, const Identity& identity,
                    const std::function<bool()>& interrupted) {
    if (ranks.size < 2) return;
    Identity named = {{"the work", subject, {}}};
    named.insert(named.end(), identity.begin(), identity.end());
    if (ranks.rank > 0) return send(0, work_begins, named);
    if (!parted.empty()) throw bad_case(parted);
    try {
        require_same(ranks.size, named, interrupted, subject + ": the ranks of mpirun must do the same work: ", "");
    } catch (const Error& error) {
        parted = error.message();
        throw;
    }
}

std::optional<std::string> end_together(const Ranks& ranks, const std::string& failure,
                                        const std::function<bool()>& interrupted) {
    if (ranks.size < 2) return {};
    constexpr std::chrono::seconds patience{10};
    const auto begin = std::chrono::steady_clock::now();
    const auto came = [&](int source, Tag tag, MPI_Status& status) {
        bool late = false;
        const bool there = wait_for(source, tag, status, std::chrono::milliseconds(1), [&] {
            late = !failure.empty() && std::chrono::steady_clock::now() - begin > patience;
            return late || (interrupted && interrupted());
        });
        if (!there && !late) throw Error(Failure::interrupted, "interrupted");
        return there;
    };
    MPI_Status status;
    if (ranks.rank > 0) {
        send(0, work_ends, failure);
        if (!came(0, all_ended, status)) return failure;
        static_cast<void>(receive(status));
        return {};
    }
    for (int rank = 1; rank < ranks.size; ++rank) {
        if (!came(rank, work_ends, status)) return failure;
        ArchiveReader archive("message of a rank", receive(status));
        std::string other;
        archive(other);
        if (other != failure) return failure.empty() ? "rank " + std::to_string(rank) + ": " + other : failure;
    }
    for (int rank = 1; rank < ranks.size; ++rank) send(rank, all_ended, std::uint64_t{0});
    return {};
}

void note_failure(const std::string& message) {
    if (begun) noted = message;
}

void abort_ranks(int status) { mpi().abort(mpi().world, status); }

void Dispatcher::serve(const std::function<RankLine()>& next, const std::function<void(std::size_t, Outcome)>& finished) {
    while (true) {
        int there = 0;
        MPI_Status status;
        mpi().probe(MPI_ANY_SOURCE, MPI_ANY_TAG, mpi().world, &there, &status);
        if (there == 0) return;
        ArchiveReader archive("message of a rank", receive(status));
        if (status.MPI_TAG == request) {
            send(status.MPI_SOURCE, line, next());
            continue;
        }
        if (status.MPI_TAG == part_ends) {
            --working_;
            continue;
        }
        std::uint64_t point = 0;
        Outcome got;
        archive(point, got.bytes, got.failure, got.killed, got.prints);
        finished(static_cast<std::size_t>(point), std::move(got));
    }
}

void begin_part(const Identity& identity) {
    met = true;
    send(0, part_begins, identity);
}

void end_part() { send(0, part_ends, std::uint64_t{0}); }

RankLine ask_for_line() {
    send(0, request, std::uint64_t{0});
    MPI_Status status;
    wait_for(0, line, status, std::chrono::microseconds(200));
    ArchiveReader archive("message of rank 0", receive(status));
    RankLine out;
    archive(out);
    return out;
}

void send_outcome(std::size_t point, const Outcome& got) {
    send(0, outcome, static_cast<std::uint64_t>(point), got.bytes, got.failure, got.killed, got.prints);
}

#else

Ranks begin_ranks() {
    if (const int copies = started_copies(); copies > 1) {
        throw Error(Failure::usage,
                    "mpirun has started " + std::to_string(copies) +
                        " copies, and this build of jounce has no MPI: install libopenmpi-dev and build again, or use --shard");
    }
    return {};
}

void end_ranks(int status) { run_last(status); }

void begin_together(const Ranks&, const std::string&, const Identity&, const std::function<bool()>&) {}

std::optional<std::string> end_together(const Ranks&, const std::string&, const std::function<bool()>&) { return {}; }

void note_failure(const std::string&) {}

void abort_ranks(int) {}

void Dispatcher::serve(const std::function<RankLine()>&, const std::function<void(std::size_t, Outcome)>&) {}

void Dispatcher::meet(int, const Identity&, const std::function<bool()>&) {}

void begin_part(const Identity&) {}

void end_part() {}

RankLine ask_for_line() { return {}; }

void send_outcome(std::size_t, const Outcome&) {}

#endif

void before_ranks_end(std::function<void()> body) { last = std::move(body); }

}  // namespace jounce::sweep
