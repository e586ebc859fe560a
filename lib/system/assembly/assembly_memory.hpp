// Assembly of the models that a function makes for many values of a parameter, most of which differ in the signals of loads
// alone.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "system/model/model.hpp"

namespace jounce {

/// Keeps the last model that it assembled, with its System. A model that has the same entries, but for the signals of its loads
/// (entries "load"), gets a copy of that System with its own signals; any other is assembled. Both ways give the same System.
/// Entries that read files are never the same, because the files may have changed.
class AssemblyMemory {
  public:
    struct Assembled {
        std::shared_ptr<const System> system;
        std::uint64_t alike = 0;  ///< equal in Systems that differ in the signals of loads alone; 0: nobody kept it
    };
    /// As assemble(model, damping, nullptr, proceed).
    [[nodiscard]] Assembled assemble(const std::shared_ptr<const Model>& model, ModalDamping damping,
                                     const StageReport& proceed = {});

    /// The difference of a model's System from the kept one.
    struct Like {
        std::uint64_t alike = 0;  ///< as that of the kept System
        std::uint64_t model = 0;  ///< its id
        std::string digest;
        std::vector<SignalPointer> signals;  ///< of each load of the System
    };
    /// Nothing if the model differs in more than signals of loads from the kept one.
    [[nodiscard]] std::optional<Like> like(const Model& model, ModalDamping damping) const;
    /// How many models were assembled, not copied.
    [[nodiscard]] int assembled() const { return assembled_; }

  private:
    struct Kept {
        std::shared_ptr<const Model> model;
        std::size_t entries = 0;  ///< of the model then; more may follow
        ModalDamping damping = ModalDamping::as_matrix;
        Assembled assembled;
        std::string structure;
    };
    struct Renewed {
        SignalPointer before, now;
    };
    [[nodiscard]] static bool find_renewed(const Kept& kept, const Model& model, std::vector<Renewed>& renewed);

    std::optional<Kept> kept_;
    int assembled_ = 0;
};

/// Takes the signals of loads, the digest and the model.
void take_signals(const AssemblyMemory::Like& like, System& system);

}  // namespace jounce
