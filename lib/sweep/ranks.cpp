// The ranks of mpirun.
// SPDX-License-Identifier: BSD-3-Clause
#include "sweep/ranks.hpp"

#include <cstdlib>
#include <string>

#include "base/archive.hpp"
#include "base/error.hpp"

#ifdef JOUNCE_MPI
#include <mpi.h>

#include <chrono>
#include <thread>
#endif

namespace jounce::sweep {

namespace {

/// How many copies mpirun has started; 1 without it.
int started_copies() {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
        if (const char* text = std::getenv(name)) return std::atoi(text);
    }
    return 1;
}

}  // namespace

#ifdef JOUNCE_MPI

template <class Archive>
void transfer(Archive& archive, Either<RankLine> auto& value) {
    archive(value.points, value.before, value.before_bytes);
}

namespace {

enum Tag { request = 1, line, outcome };

template <class... Values>
void send(int rank, Tag tag, const Values&... values) {
    ArchiveWriter archive;
    archive(values...);
    const std::string& bytes = archive.bytes();
    MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

std::string receive(const MPI_Status& status) {
    int size = 0;
    MPI_Get_count(&status, MPI_BYTE, &size);
    std::string bytes(static_cast<std::size_t>(size), '\0');
    MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return bytes;
}

}  // namespace

Ranks begin_ranks() {
    Ranks out;
    if (started_copies() < 2) return out;
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &out.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &out.size);
    return out;
}

void end_ranks(int status) {
    int begun = 0, ended = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&ended);
    if (begun == 0 || ended != 0) return;
    if (status != 0) MPI_Abort(MPI_COMM_WORLD, status);
    MPI_Finalize();
}

void Dispatcher::serve(const std::function<RankLine()>& next, const std::function<void(std::size_t, Outcome)>& finished) {
    while (true) {
        int there = 0;
        MPI_Status status;
        MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
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
        archive(point, got.bytes, got.failure);
        finished(static_cast<std::size_t>(point), std::move(got));
    }
}

RankLine ask_for_line() {
    send(0, request, std::uint64_t{0});
    MPI_Status status;
    // MPI itself would wait at the cost of a core.
    for (int there = 0; there == 0;) {
        MPI_Iprobe(0, line, MPI_COMM_WORLD, &there, &status);
        if (there == 0) std::this_thread::sleep_for(std::chrono::microseconds(200));
    }
    ArchiveReader archive("message of rank 0", receive(status));
    RankLine out;
    archive(out);
    return out;
}

void send_outcome(std::size_t point, const Outcome& got) {
    send(0, outcome, static_cast<std::uint64_t>(point), got.bytes, got.failure);
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
