// Calls of PETSc with errors as exceptions.
// SPDX-License-Identifier: BSD-3-Clause
#include "petsc/library.hpp"

#include <fmt/format.h>

#include <array>
#include <stdexcept>

namespace jounce::petsc {

namespace {

// A handler of PETSc has no other place for what it is told.
std::string last_message;
std::exception_ptr kept;

PetscErrorCode collect(MPI_Comm, int, const char* function, const char*, PetscErrorCode code, PetscErrorType type,
                       const char* message, void*) {
    if (type == PETSC_ERROR_INITIAL) last_message = fmt::format("{}: {}", function, message != nullptr ? message : "error");
    return code;
}

}  // namespace

void begin() {
    // Signals are handled by the program; files in the user's home and variables of the environment do not change results.
    for (const char* name : {"PETSC_OPTIONS", "PETSC_OPTIONS_YAML"}) ::unsetenv(name);
    static std::array<char[32], 3> words = {"jounce", "-no_signal_handler", "-skip_petscrc"};
    static std::array<char*, 4> arguments = {words[0], words[1], words[2], nullptr};
    static int count = 3;
    static char** list = arguments.data();
    if (SlepcInitialize(&count, &list, nullptr, nullptr) != 0) throw std::runtime_error("PETSc and SLEPc cannot be started");
    call(PetscPushErrorHandler(collect, nullptr));
}

void end() { call(SlepcFinalize()); }

void call(PetscErrorCode code) {
    if (code == 0) return;
    if (kept) std::rethrow_exception(std::exchange(kept, nullptr));
    throw std::runtime_error(std::exchange(last_message, {}));
}

void call_mpi(int status) {
    if (status != MPI_SUCCESS) throw std::runtime_error("MPI has failed");
}

PetscErrorCode guarded(const std::function<void()>& body) {
    try {
        body();
        return 0;
    } catch (...) {
        kept = std::current_exception();
        return PETSC_ERR_USER;
    }
}

int ranks() {
    int size = 1;
    MPI_Comm_size(PETSC_COMM_WORLD, &size);
    return size;
}

int rank() {
    int own = 0;
    MPI_Comm_rank(PETSC_COMM_WORLD, &own);
    return own;
}

std::string versions(const std::string& solver) {
    std::array<PetscInt, 3> petsc = {}, slepc = {};
    PetscInt release = 0;
    call(PetscGetVersionNumber(petsc.data(), &petsc[1], &petsc[2], &release));
    call(SlepcGetVersionNumber(slepc.data(), &slepc[1], &slepc[2], &release));
    return fmt::format("PETSc {}.{}.{}, SLEPc {}.{}.{}, {} on {} rank{}", petsc[0], petsc[1], petsc[2], slepc[0], slepc[1],
                       slepc[2], solver, ranks(), ranks() == 1 ? "" : "s");
}

}  // namespace jounce::petsc
