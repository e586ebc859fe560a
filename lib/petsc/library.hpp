// Calls of PETSc, SLEPc and MPI with errors as exceptions, and owners of their objects.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <slepceps.h>

#include <exception>
#include <functional>
#include <string>
#include <utility>

namespace jounce::petsc {

/// Starts PETSc, SLEPc and, if nobody has, MPI. Their errors are then exceptions, and signals are left to the program.
void begin();
void end();

/// \throws std::runtime_error with the message of the library, or the exception kept by `guarded`
void call(PetscErrorCode code);
/// \throws std::runtime_error
void call_mpi(int status);

/// Runs `body` within a function that PETSc calls: an exception is kept for `call`, and PETSc receives an error.
PetscErrorCode guarded(const std::function<void()>& body);

/// Number of ranks, and the own one.
[[nodiscard]] int ranks();
[[nodiscard]] int rank();

/// "PETSc 3.18.5, SLEPc 3.18.2, MUMPS 5.5.1 on 2 ranks"; `solver` stands in the place of MUMPS
[[nodiscard]] std::string versions(const std::string& solver);

/// The owner of an object. If one rank alone has failed, the others are elsewhere and cannot take part in the destruction, which
/// is collective: then the process is about to end, and the object is left to it.
template <class Object, PetscErrorCode (*destroy)(Object*)>
class Owner {
  public:
    Owner() = default;
    Owner(Owner&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Owner& operator=(Owner&& other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Owner() {
        if (std::uncaught_exceptions() == 0 || ranks() == 1) reset();
    }
    void reset() {
        if (object_ != nullptr) destroy(&object_);
        object_ = nullptr;
    }
    /// For a function that creates the object.
    Object* out() { return &object_; }
    operator Object() const { return object_; }  // NOLINT(google-explicit-constructor): an argument of the library's functions

  private:
    Object object_ = nullptr;
};

using OwnedMat = Owner<Mat, MatDestroy>;
using OwnedVec = Owner<Vec, VecDestroy>;
using OwnedEps = Owner<EPS, EPSDestroy>;
using OwnedKsp = Owner<KSP, KSPDestroy>;
using OwnedNullSpace = Owner<MatNullSpace, MatNullSpaceDestroy>;

}  // namespace jounce::petsc
