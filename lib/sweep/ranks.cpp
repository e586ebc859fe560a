// The ranks of mpirun. MPI is loaded where mpirun has started this program: linked, it would be loaded by every jounce.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/ranks.hpp"

#include <cstdlib>
#include <string>

#include "base/archive.hpp"
#include "base/error.hpp"

#ifdef JOUNCE_MPI
#include <dlfcn.h>
#include <mpi.h>  // types and constants; the functions are found by name

#include <chrono>
#include <thread>
#endif

namespace jounce::sweep {

namespace {

/// How many copies mpirun, or srun with PMI, has started; 1 without them.
int started_copies() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    // srun --mpi=pmix says how many by a variable of its own.
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

enum Tag { request = 1, line, outcome };

/// The functions of MPI that are used here, and the two objects of Open MPI that its macros name.
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
                                    (reason != nullptr ? reason : JOUNCE_MPI) + "; --shard does without");
}

template <class Pointer>
void find(void* library, const char* name, Pointer& out) {
    out = reinterpret_cast<Pointer>(::dlsym(library, name));
    if (out == nullptr) cannot_load();
}

Mpi load() {
    Mpi out;
    // Open MPI's own parts look for its names among those of the whole program.
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

}  // namespace

Ranks begin_ranks() {
    Ranks out;
    if (started_copies() < 2) return out;
    int provided = 0;
    mpi().init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    begun = true;
    mpi().comm_rank(mpi().world, &out.rank);
    mpi().comm_size(mpi().world, &out.size);
    return out;
}

void end_ranks(int status) {
    if (!begun) return;
    begun = false;
    if (status != 0) mpi().abort(mpi().world, status);
    mpi().finalize();
}

void Dispatcher::serve(const std::function<RankLine()>& next, const std::function<void(std::size_t, Outcome)>& finished) {
    while (true) {
        int there = 0;
        MPI_Status status;
        mpi().probe(MPI_ANY_SOURCE, MPI_ANY_TAG, mpi().world, &there, &status);
        if (there == 0) return;
        ArchiveReader archive("message of a rank", receive(status));
        if (status.MPI_TAG == request) {
            const RankLine given = next();
            send(status.MPI_SOURCE, line, given);
            if (given.points.empty()) --working_;
            continue;
        }
        std::uint64_t point = 0;
        Outcome got;
        archive(point, got.bytes, got.failure, got.prints);
        finished(static_cast<std::size_t>(point), std::move(got));
    }
}

RankLine ask_for_line() {
    send(0, request, std::uint64_t{0});
    MPI_Status status;
    // MPI itself would wait at the cost of a core.
    for (int there = 0; there == 0;) {
        mpi().probe(0, line, mpi().world, &there, &status);
        if (there == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    ArchiveReader archive("message of rank 0", receive(status));
    RankLine out;
    archive(out);
    return out;
}

void send_outcome(std::size_t point, const Outcome& got) {
    send(0, outcome, static_cast<std::uint64_t>(point), got.bytes, got.failure, got.prints);
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

void end_ranks(int) {}

void Dispatcher::serve(const std::function<RankLine()>&, const std::function<void(std::size_t, Outcome)>&) {}

RankLine ask_for_line() { return {}; }

void send_outcome(std::size_t, const Outcome&) {}

#endif

}  // namespace jounce::sweep
