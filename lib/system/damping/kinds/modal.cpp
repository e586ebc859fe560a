// Damping kind "modal": a damping ratio for each mode of the undamped structure.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>

#include "linalg/dense/dense.hpp"
#include "system/damping/damping_kinds.hpp"
#include "system/state/rigid_motion.hpp"

namespace jounce::dampings {

namespace {

const std::string damping_modal = "damping.modal";
/// Largest number of free coordinates; the cost of the dense eigenvalue problem grows with its cube, the memory with its square.
constexpr Eigen::Index largest_size = 2000;

struct ModalSettings {
    Value ratio;
};

class Modal final : public Damping {
  public:
    Modal(std::vector<double> ratios, bool every) : ratios_{std::move(ratios), every, {}} {}

    std::optional<ModalRatios> by_mode() const override { return ratios_; }

    DampingMatrix matrix(const linalg::SparseMatrix& M, const linalg::SparseMatrix& K) const override {
        const Eigen::Index n = M.rows();
        if (n > largest_size) {
            throw bad_case(damping_modal + ": the model must have at most " + std::to_string(largest_size) +
                           " free coordinates, because the damping matrix is full, got " + std::to_string(n) +
                           "; reduce the model with jounce.reduce, which needs no such matrix, or use damping.rayleigh");
        }
        if (n == 0) return {};
        const linalg::Matrix mass = M;
        const linalg::Matrix stiffness = K;
        const std::optional<linalg::DensePairs> modes = linalg::symmetric_pairs(stiffness, mass);
        if (!modes) {
            throw bad_case(damping_modal +
                           ": the mass matrix must be positive definite, but some free coordinate has no inertia");
        }
        // The columns of `weighted` are sqrt(2 zeta omega) M phi.
        linalg::Matrix weighted = mass * modes->vectors;
        std::size_t elastic = 0;
        for (Eigen::Index i = 0; i < n; ++i) {
            const double lambda = modes->values[i];
            const bool rigid = lambda <= stiffness_round_off(K, modes->vectors.col(i));
            weighted.col(i) *= rigid ? 0 : std::sqrt(2 * ratios_.of(elastic++) * std::sqrt(lambda));
        }
        if (!ratios_.every && ratios_.ratios.size() > elastic) {
            throw bad_case(damping_modal + ": 'ratio' must have at most one value for each of the model's " +
                           std::to_string(elastic) + " elastic modes, got " + std::to_string(ratios_.ratios.size()) + " values");
        }
        linalg::Matrix C = linalg::Matrix::Zero(n, n);
        C.selfadjointView<Eigen::Lower>().rankUpdate(weighted);
        C.triangularView<Eigen::StrictlyUpper>() = C.transpose();
        return {.C = C.sparseView()};
    }

  private:
    ModalRatios ratios_;
};

}  // namespace

const DampingKind& modal_kind() {
    static const DampingKind kind = make_kind<ModalSettings, DampingPointer>(
        {
            .family = "damping",
            .name = "modal",
            .summary = "C = M Phi diag(2 zeta omega) Phi^T M with mass-normalised modes Phi; rigid-body modes are not damped.",
            .sources = {{"R. W. Clough and J. Penzien, Dynamics of Structures", 1993, "", "sec. 12-5"}},
            .fields = Fields<ModalSettings>()
                          .any("ratio", &ModalSettings::ratio, "number or list of numbers",
                               "Damping ratio of every elastic mode, or a list for the lowest ones (the others are undamped; not "
                               "more values than modes).")
                          .required(),
        },
        [](const ModalSettings& s) -> DampingPointer {
            std::vector<double> ratios = read_ratios(s.ratio, damping_modal);
            if (ratios.empty()) throw bad_field(damping_modal, "ratio", "a number or a list with at least one", s.ratio);
            return std::make_shared<Modal>(std::move(ratios), s.ratio.list() == nullptr);
        });
    return kind;
}

}  // namespace jounce::dampings
