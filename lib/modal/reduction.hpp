// Reduction: from a System with thousands of coordinates to one with tens, which replaces it in runs, and the errors of
// this.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "linalg/eigen/engine.hpp"
#include "modal/projection.hpp"
#include "system/assembly/assembly_memory.hpp"
#include "system/state/system.hpp"

namespace jounce::modal {

/// Above this [Hz] the square of a frequency times a mass exceeds the range of numbers; all modes of any model are
/// below.
inline constexpr double highest_frequency = 1e100;

struct ReductionSettings {
    std::string method = "craig_bampton";  ///< one of reduction_methods()
    int modes = 0;                         ///< elastic modes to keep; in addition to rigid-body modes. 0: those up to `frequency`
    double frequency = 0;                  ///< [Hz], at most highest_frequency; used when `modes` is 0
    std::vector<int> keep;                 ///< nodes (indices into System::nodes) whose six dofs are interface coordinates too
    bool correction = true;                ///< method "modal": static responses to loads and gaps as further vectors

    bool operator==(const ReductionSettings&) const = default;
};

/// Full and reduced value of one quantity.
struct Compared {
    std::string name;  ///< gap, friction, "load at case.lua:12", dof
    double full = 0;
    double reduced = 0;
    /// Relative to the full value; zero if both are zero.
    [[nodiscard]] double error() const;
};

/// The accuracy of the reduced model, known before it runs.
struct ReductionReport {
    std::string model, method;
    int full_size = 0, size = 0;        ///< free coordinates
    int rigid = 0;                      ///< rigid-body modes, all kept exactly
    int modes = 0;                      ///< elastic modes (free or with fixed interface) in the basis
    int static_vectors = 0;             ///< constraint modes, attachment modes, static responses to loads
    int dropped = 0;                    ///< linearly dependent vectors
    int interface = 0;                  ///< independent rows of gaps, frictions and kept nodes
    double highest = 0;                 ///< highest frequency of the modes kept [Hz]
    bool complete = true;               ///< no mode was missed, by inertia counts
    std::vector<Compared> frequencies;  ///< elastic modes with every gap open, ascending [Hz]
    /// Static compliance b^T K^-1 b of every row of every gap and friction [m/N, rad/(N m)]; by inertia relief for a
    /// structure that can move as a rigid body.
    std::vector<Compared> compliances;
    std::vector<Compared> loads;  ///< static strain energy under each load pattern, twice [J]
    /// Of translations and rotations along free dofs: total, and the part that the basis moves. A direction in which a
    /// constraint prevents undistorted motion (a coupling with a fixed node) is left out: its total would not be a
    /// mass.
    std::vector<Compared> mass;
    double displacement_lost = 0;  ///< of the initial values: the relative part that the basis cannot represent, in the norm of M
    double velocity_lost = 0;
    std::vector<std::string> notes;

    [[nodiscard]] double largest_frequency_error() const;
    [[nodiscard]] double largest_compliance_error() const;
};

struct Reduction {
    std::shared_ptr<const System> system;
    ReductionReport report;
};

/// The results of the last reductions. Models that differ only in the signals of loads, in laws or in clearances have the same
/// basis and the same errors: only the projection is repeated, and not even that if they differ only in the signals of loads. It
/// keeps two reductions of each kind at most.
class ReductionMemory {
  public:
    struct Found {
        std::string key;  ///< of matrices, rows, patterns, initial values and settings
        ModalBasis basis;
        linalg::Matrix rigid_motions;
        ReductionReport report;
    };
    [[nodiscard]] std::shared_ptr<const Found> find(const std::string& key) const;
    void keep(std::shared_ptr<const Found> found);

    struct Whole {
        std::uint64_t alike = 0;  ///< equal in full Systems that differ in the signals of loads alone
        ReductionSettings settings;
        Reduction reduction;
        std::string structure;  ///< of the reduced System (digest.hpp)
    };
    void keep(Whole whole);
    /// The reduction of a System that differs in the signals of its loads from one whose reduction is kept.
    [[nodiscard]] std::optional<Reduction> with_signals(const AssemblyMemory::Like& like,
                                                        const ReductionSettings& settings) const;

  private:
    std::vector<std::shared_ptr<const Found>> found_;  // newest last
    std::vector<Whole> whole_;                         // newest last
};

/// Relative size of a vector's part outside the span of those before it, in the norm of K + sigma M, below which it is dropped.
inline constexpr double dependent_vector = 1e-8;

/// The System over r coordinates, q = V y with the columns of V chosen from modes and static responses by the method,
/// rotated so that mass and stiffness are diagonal (Rayleigh-Ritz). Gaps, frictions, loads, prescribed motions,
/// recovery of the full model, initial values and names are transformed as well; a damping by modes
/// (System::modal_ratios) acts on each reduced mode. Equations in docs/theory/reduction.md.
/// \param proceed is told the stages: those of Structure, "projection"; an Error thrown by it ends the work \param memory
/// searched first, may be null \param alike equal in Systems that differ only in the signals of loads; 0: not known \param engine
/// makes the factors and finds the modes, if given \throws Error (bad_case) for settings that the method or the System does not
/// allow; (computation) when a matrix is singular or an eigensolver does not converge Sources: R. R. Craig, M. C. C. Bampton
/// (1968), doi:10.2514/3.4741; S. Rubin (1975), doi:10.2514/3.60497; R. J. Guyan (1965), doi:10.2514/3.2874; J. M. Dickens, J. M.
/// Nakagawa, M. J. Wittbrodt (1997), Computers & Structures 62, 985-998.
[[nodiscard]] Reduction reduce(const System& system, const ReductionSettings& settings, const StageReport& proceed = {},
                               ReductionMemory* memory = nullptr, std::uint64_t alike = 0,
                               const linalg::Engine* engine = nullptr);

/// The report as lines of text, for print.
[[nodiscard]] std::string report_text(const ReductionReport& report);

}  // namespace jounce::modal
