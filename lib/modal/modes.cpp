// Modes: the eigenpairs with their meaning.
// SPDX-License-Identifier: BSD-3-Clause
#include "modal/modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "base/files/memory.hpp"
#include "base/messages/error_of.hpp"
#include "linalg/basics/singular_matrix.hpp"
#include "linalg/eigen/eigen.hpp"
#include "modal/below_rounding.hpp"
#include "modal/modal_system.hpp"
#include "modal/mode_kind.hpp"
#include "modal/rigid_motion.hpp"
#include "modal/shell_shape.hpp"
#include "modal/singular_place.hpp"
#include "modal/thin_part.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::modal {

namespace {

/// Failures of linalg as Errors that name the coordinate.
template <class Work>
auto explained(const System& system, const Work& work) {
    try {
        return work();
    } catch (const linalg::SingularMatrix& singular) {
        throw computation_failed("modes: " + singular_place(system, singular) + because_thin(system));
    } catch (const Error&) {
        throw;
    } catch (const linalg::NoCount& problem) {
        throw error_of("modes: ", std::runtime_error(problem.what() + because_thin(system)));
    } catch (const std::exception& problem) {
        throw error_of("modes: ", problem);
    }
}

/// A classified eigenpair.
struct Judged {
    Eigen::Index pair = 0;
    double eigenvalue = 0;  // phi^T K phi
    bool low = false;       // below what rounding leaves sure, or not a mode of K
};

/// Those below rounding first, then by eigenvalue. The quotient phi^T K phi keeps the digits that 1/(lambda - shift) loses for a
/// value far below the shift, and its error is of second order in the error of the shape; `stray` measures that.
std::vector<Judged> judged(const System& system, const linalg::EigenPairs& pairs) {
    constexpr double most_stray = 5e-5;  // of the value: those of plates err by up to 14 times their stray part; what the search
                                         // resolves has 1e-10 and less
    std::vector<Judged> out;
    for (Eigen::Index i = 0; i < pairs.values.size(); ++i) {
        const linalg::Vector shape = pairs.vectors.col(i);
        const double eigenvalue = shape.dot(system.linear.stiffness() * shape);
        const double sure = linalg::rounding::sure * stiffness_round_off(system.linear.stiffness(), shape);
        out.push_back({i, eigenvalue, eigenvalue <= sure || pairs.stray[i] > most_stray * eigenvalue});
    }
    std::stable_sort(out.begin(), out.end(), [](const Judged& a, const Judged& b) {
        return a.low != b.low ? a.low : !a.low && a.eigenvalue < b.eigenvalue;
    });
    return out;
}

std::string few_modes_note(int count, int n) {
    return "requested " + std::to_string(count) + " modes, the model has " + std::to_string(n) +
           (n == 1 ? " free coordinate and one mode" : " free coordinates and as many modes");
}

// The number of modes found below rounding, and the inertia count below half the first eigenvalue above it.
void count_low(Modes& out, const linalg::EigenPairs& pairs, const std::vector<Judged>& list, const StageReport& proceed) {
    const auto elastic = std::find_if(list.begin(), list.end(), [](const Judged& mode) { return !mode.low; });
    out.found_low = static_cast<int>(elastic - list.begin());
    if (pairs.complete()) {  // nothing below the bound is missing, so none of these is
        out.counted_low = out.found_low;
        return;
    }
    if (elastic == list.end() || !out.uncounted.empty()) {
        out.counted_low = out.counted_below;
        return;
    }
    try {
        out.counted_low = pairs.pencil->count_below(elastic->eigenvalue / 2, proceed).below;
    } catch (const linalg::NoCount& problem) {
        out.uncounted = problem.what();
    }
}

/// Rigid ones, those with an upper bound only, then the others by frequency: springs may take a mode below rounding above others.
void put_in_order(std::vector<Mode>& modes, std::size_t count) {
    const auto rank = [](const Mode& mode) { return mode.rigid() ? 0 : mode.kind == "unresolved" ? 1 : 2; };
    std::ranges::stable_sort(modes, [&](const Mode& a, const Mode& b) {
        return rank(a) != rank(b) ? rank(a) < rank(b) : rank(a) == 2 && a.eigenvalue < b.eigenvalue;
    });
    if (modes.size() > count) modes.resize(count);
}

// "" for those below rounding.
std::vector<std::string> kinds_of(const System& system, const linalg::EigenPairs& pairs, const std::vector<Judged>& list) {
    std::vector<std::string> out(list.size());
    std::vector<std::size_t> elastic;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (!list[i].low) elastic.push_back(i);
    }
    linalg::Matrix shapes(system.size(), static_cast<Eigen::Index>(elastic.size()));
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        shapes.col(static_cast<Eigen::Index>(k)) = pairs.vectors.col(list[elastic[k]].pair);
    }
    const std::vector<EnergyShares> shares = StrainEnergy(system).shares(shapes);
    const ShellShapes shells(system);
    for (std::size_t k = 0; k < elastic.size(); ++k) {
        std::string shell;
        if (shares[k].shell > 0) shell = shells.name(system.recovery.T * shapes.col(static_cast<Eigen::Index>(k)));
        out[elastic[k]] = mode_kind(shares[k], shell);
    }
    return out;
}

/// The modes at the head of the list, which are below rounding: rigid ones first, then by eigenvalue. Sets what is said of all of
/// them.
std::vector<Mode> modes_below_rounding(const System& system, const linalg::EigenPairs& pairs, const std::vector<Judged>& list,
                                       const std::vector<std::string>& kinds, Modes& out) {
    linalg::Matrix shapes(system.size(), out.found_low);
    for (Eigen::Index j = 0; j < shapes.cols(); ++j) shapes.col(j) = pairs.vectors.col(list[static_cast<std::size_t>(j)].pair);
    double elastic = out.bound;  // the lowest eigenvalue with strain in elements, or less
    for (std::size_t i = list.size(); i-- > static_cast<std::size_t>(out.found_low);)
        if (kinds[i] != "spring") elastic = list[i].eigenvalue;
    const BelowRounding apart = told_apart(system, shapes, elastic);
    out.found_rigid = static_cast<int>(apart.rigid.cols());
    const bool same = apart.given;
    const linalg::SharedMatrix& K = system.linear.stiffness();
    const double norm = same ? 0 : K.row_sums().maxCoeff();
    std::vector<Mode> modes;
    const auto add = [&](const linalg::Vector& shape, const char* kind, double eigenvalue) {
        Mode mode;
        mode.shape = shape;
        mode.kind = kind;
        mode.eigenvalue = eigenvalue;
        if (!mode.rigid()) mode.frequency = std::sqrt(eigenvalue) / (2 * std::numbers::pi);
        const linalg::Vector force = K * shape;
        if (mode.rigid()) mode.eigenvalue = shape.dot(force);
        mode.residual = same ? pairs.residuals(list[modes.size()].pair)
                             : (force - eigenvalue * (system.linear.mass() * shape)).norm() / (norm * shape.norm());
        modes.push_back(std::move(mode));
    };
    for (Eigen::Index j = 0; j < apart.rigid.cols(); ++j) add(apart.rigid.col(j), "rigid", 0);
    for (Eigen::Index j = 0; j < apart.on_springs.cols(); ++j) add(apart.on_springs.col(j), "spring", apart.by_springs[j]);
    for (Eigen::Index j = 0; j < apart.unresolved.cols(); ++j) add(apart.unresolved.col(j), "unresolved", apart.limits[j]);
    if (apart.limits.size() > 0) out.resolution = apart.limits.maxCoeff();
    return modes;
}

double hertz(double eigenvalue) { return std::sqrt(std::max(0.0, eigenvalue)) / (2 * std::numbers::pi); }

void note_unresolved(const System& system, Modes& out) {
    int unresolved = 0;
    double most = 0;
    for (const Mode& mode : out.modes) {
        if (!mode.unresolved()) continue;
        ++unresolved;
        most = std::max(most, mode.eigenvalue);
    }
    if (unresolved > 0) out.notes.push_back(unresolved_text(system, unresolved, most));
}

/// Why the list is not complete.
void note_incomplete(const System& system, Modes& out) {
    if (out.complete()) return;
    // A thin part elsewhere explains nothing.
    const bool lost = !out.uncounted.empty() || out.found_low > out.found_rigid;
    const std::string cause = lost ? because_thin(system) : std::string();
    const auto differ = [](int found, int counted, const std::string& where) {
        return fmt::format("{} mode{} found {}, and the pivots of K - s M count {}", found, found == 1 ? " was" : "s were", where,
                           counted);
    };
    std::string text;
    if (!out.uncounted.empty())
        text = out.uncounted;
    else if (out.bound == 0)
        text = std::string("the values lie too close to each other for a count between them");
    else if (out.counted_below != out.found_below)
        text = differ(out.found_below, out.counted_below, fmt::format("below {:.3g} Hz", hertz(out.bound)));
    else if (out.counted_low != out.found_low)
        text = differ(out.found_low, out.counted_low, "whose stiffness is lost in rounding");
    else if (out.modes.back().unresolved())
        text = std::string("the last mode is unresolved, and others may be lower");
    else
        text = fmt::format(
            "the list ends at {:.2g} Hz, and unresolved modes reach up to {:.2g} Hz; a larger 'count' would list all of them",
            hertz(out.bound), hertz(out.resolution));
    out.notes.push_back("not shown to be complete: " + text + cause);
}

/// Beside what the search needs: the shapes as pairs and as modes, or as pairs and in the dofs of the nodes.
void require_memory_of_shapes(const System& system, int count) {
    const double rows = 2.0 * system.size() + static_cast<double>(system.recovery.T.rows());
    require_memory(8 * rows * count, fmt::format("the list of {} modes over {} coordinates", count, system.size()));
}

}  // namespace

void require_counts(const linalg::Engine* engine, const std::string& subject) {
    if (engine == nullptr || engine->counts()) return;
    throw bad_case(subject + ": needs a direct factor, whose pivots prove that no mode is missing; " + engine->text() +
                   " only iterates: use the engine petsc");
}

Modes modes(const System& system, int count, const StageReport& proceed, const linalg::Engine* engine) {
    refuse_mechanism(system, "modes");
    require_counts(engine, "modes");
    if (count < 1) throw bad_case("modes: 'count' must be 1 or more, got " + std::to_string(count));
    if (count > system.size() && system.size() > largest_modal_system)
        throw bad_case(
            fmt::format("modes: 'count' must be at most {}, the number of free coordinates, got {}", system.size(), count));
    require_memory_of_shapes(system, std::min(count, system.size()));
    const linalg::EigenPairs pairs = explained(system, [&] {
        return linalg::lowest_eigenpairs(system.linear.stiffness(), system.linear.mass(), count, proceed,
                                         linalg::MassMatrix::positive_definite, linalg::SearchFactor::released, engine, [&] {
                                             const Unstrained known = unstrained_motions(system);
                                             return known.all ? static_cast<int>(known.lost.cols() + known.unsure.cols()) : -1;
                                         });
    });
    const linalg::Matrix momentum = rigid_momentum(system);

    Modes out;
    out.found_below = static_cast<int>(pairs.values.size());
    out.counted_below = pairs.counted_below;
    out.bound = pairs.bound;
    out.uncounted = pairs.uncounted;
    if (engine != nullptr) out.engine = engine->text();
    out.total_mass = moved_mass(system, momentum);
    out.few = count > system.size();
    if (out.few) out.notes.push_back(few_modes_note(count, system.size()));

    std::vector<Judged> list = judged(system, pairs);
    explained(system, [&] { count_low(out, pairs, list, proceed); });
    const std::vector<std::string> kinds = kinds_of(system, pairs, list);
    const std::vector<Mode> low = modes_below_rounding(system, pairs, list, kinds, out);
    for (const Judged& found : list) {
        const std::size_t at = out.modes.size();
        Mode mode;
        if (found.low) {
            mode = low[at];
        } else {
            mode.shape = pairs.vectors.col(found.pair);
            mode.eigenvalue = found.eigenvalue;
            mode.residual = pairs.residuals(found.pair);
            mode.frequency = std::sqrt(mode.eigenvalue) / (2 * std::numbers::pi);
            mode.kind = kinds[at];
        }
        for (int k = 0; k < 6; ++k) {
            const double participation = mode.shape.dot(momentum.col(k));
            mode.participation[static_cast<std::size_t>(k)] = participation;
            mode.effective_mass[static_cast<std::size_t>(k)] = participation * participation;
        }
        out.modes.push_back(std::move(mode));
    }
    put_in_order(out.modes, static_cast<std::size_t>(count));
    note_unresolved(system, out);
    note_incomplete(system, out);
    return out;
}

}  // namespace jounce::modal
