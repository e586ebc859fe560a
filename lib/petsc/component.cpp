// What the program finds in the component by name: its engine.
// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "base/messages/version.hpp"
#include "petsc/direct.hpp"
#include "petsc/iterative.hpp"
#include "petsc/ranks.hpp"

namespace jounce::petsc {

namespace {

class Direct final : public linalg::Engine {
  public:
    std::shared_ptr<const linalg::EngineFactor> factor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s,
                                                       const linalg::StructureHints*) const override {
        return std::make_shared<const DirectFactor>(K, M, s);
    }
    const linalg::Ranks* ranks() const override { return shared_ranks(); }
    bool counts() const override { return true; }
    std::string text() const override { return versions(mumps_version()); }
    void end() override { petsc::end(); }
};

class Iterative final : public linalg::Engine {
  public:
    std::shared_ptr<const linalg::EngineFactor> factor(const linalg::SparseMatrix& K, const linalg::SparseMatrix& M, double s,
                                                       const linalg::StructureHints* hints) const override {
        return std::make_shared<const IterativeFactor>(K, M, s, hints);
    }
    bool counts() const override { return false; }
    std::string text() const override { return versions("conjugate gradients with GAMG"); }
    void end() override { petsc::end(); }
};

}  // namespace

}  // namespace jounce::petsc

/// The version of Jounce that the component belongs to.
extern "C" const char* jounce_component_version() { return jounce::version.data(); }

/// Starts the libraries and makes the engine; once for a process.
/// \throws std::runtime_error when they cannot be started
extern "C" jounce::linalg::Engine* jounce_make_engine(bool iterative) {
    jounce::petsc::begin();
    if (iterative) return new jounce::petsc::Iterative;
    return new jounce::petsc::Direct;
}
