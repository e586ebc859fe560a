// Sizes and indices of a System that was read from a file: what a run would use without asking.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/archive/system_check.hpp"

#include <algorithm>
#include <cmath>

#include "system/beams/beam_piece.hpp"
#include "system/shells/shell_part.hpp"
#include "system/supports/supports.hpp"

namespace jounce {

namespace {

class SystemCheck {
  public:
    SystemCheck(const System& system, const ArchiveReader& archive)
        : system_(system),
          archive_(archive),
          free_(system.size()),
          full_(6 * static_cast<int>(system.nodes.size())),
          motions_(static_cast<int>(system.recovery.prescribed.size())) {}

    void matrices() const {
        const LinearBlock& linear = system_.linear;
        for (const SparseMatrix* A : {&linear.M, &linear.C, &linear.K}) {
            require(A->rows() == free_ && A->cols() == free_, "a matrix has another size than the mass");
            require(in_band(*A, linear.half_bandwidth), "an entry of a matrix is outside the band");
            require(!linear.symmetric || is_symmetric(*A), "a matrix is not symmetric");
        }
        require(finite(linear.alpha) && finite(linear.beta) && linear.half_bandwidth >= 0, "the damping is wrong");
        require(linear.half_bandwidth < std::max(free_, 1), "the bandwidth is wrong");
        require(vector(system_.q0, free_) && vector(system_.v0, free_), "the initial values are wrong");
        require(static_cast<int>(system_.coordinate_names.size()) == free_, "the names of coordinates are wrong");
        if (system_.modal_ratios)
            require(!system_.modal_ratios->ratios.empty() && all_finite(system_.modal_ratios->ratios),
                    "a damping ratio is wrong");
    }

    void recovery() const {
        const Recovery& recovery = system_.recovery;
        require(recovery.T.rows() == full_ && recovery.T.cols() == free_, "the recovery has another size than the nodes");
        for (const Matrix* A : {&recovery.rigid, &recovery.inertia})
            require(A->size() == 0 || (A->rows() == free_ && A->cols() == 6), "the rigid motions are wrong");
        const SparseMatrix& soft = system_.soft_motions;
        require(soft.size() == 0 || soft.rows() == free_, "the motions on soft springs are wrong");
        for (const PrescribedMotion& motion : recovery.prescribed) {
            require(motion.signal != nullptr && vector(motion.pattern, full_), "a prescribed motion is wrong");
            for (const Vector* row : {&motion.mass_row, &motion.damping_row, &motion.stiffness_row})
                require(vector(*row, free_), "a row of a prescribed motion is wrong");
            for (const std::vector<double>* entries : {&motion.mass, &motion.damping, &motion.stiffness})
                require(static_cast<int>(entries->size()) == motions_ && all_finite(*entries),
                        "an entry of a prescribed motion is wrong");
        }
        for (const SystemNode& node : system_.nodes)
            require(node.first_dof >= 0 && node.first_dof <= full_ - 6 && all_finite(node.position), "a node is wrong");
    }

    void loads() const {
        for (const Load& load : system_.loads) {
            require(load.signal != nullptr && vector(load.pattern, free_) && load.derivative >= 0 && load.derivative <= 2 &&
                        load.term >= WorkTerm::external && load.term <= WorkTerm::support,
                    "a load is wrong");
            for (const auto& [motion, force] : load.on_supports)
                require(within(motion, motions_) && finite(force), "a load on a support is wrong");
        }
    }

    void contacts() const {
        for (const SparseRow& row : system_.rows) {
            require(row.index.size() == row.coefficient.size() && all_within(row.index, free_) && all_finite(row.coefficient),
                    "a row of a gap is wrong");
            require(row.prescribed.size() == row.prescribed_coefficient.size() && all_within(row.prescribed, motions_) &&
                        all_finite(row.prescribed_coefficient),
                    "a prescribed part of a gap is wrong");
        }
        const int rows = static_cast<int>(system_.rows.size());
        int sides = 0;
        for (const Contact& contact : system_.contacts) {
            const bool known = contact.gap.shape == contact::GapShape::plane || contact.gap.shape == contact::GapShape::circular;
            require(contact.law != nullptr && known && finite(contact.gap.clearance) && contact.first_side == sides &&
                        (contact.gap.positive || contact.gap.negative) &&
                        part(contact.first_row, contact.gap.coordinates(), rows),
                    "a gap is wrong");
            sides += contact.gap.sides();
        }
        require(system_.sides == sides, "the number of sides of gaps is wrong");
        for (const Friction& friction : system_.frictions) {
            const int contacts = static_cast<int>(system_.contacts.size());
            const bool at_gap = within(friction.contact, contacts);
            require(friction.law != nullptr && (at_gap || (friction.contact == -1 && friction.normal_force != nullptr)) &&
                        friction.directions >= 1 && friction.directions <= 2 && friction.own_rows >= 0 &&
                        friction.own_rows <= 2 && part(friction.first_row, friction.own_rows, rows),
                    "a friction is wrong");
            const bool circular =
                at_gap && system_.contacts[static_cast<std::size_t>(friction.contact)].gap.shape == contact::GapShape::circular;
            const int needed = friction.directions - (friction.around ? 1 : 0) + (friction.spins ? 1 : 0);
            require((!friction.around || circular) && (!friction.spins || friction.around) && friction.own_rows == needed,
                    "the directions of a friction are wrong");
        }
    }

    void elements() const {
        const int nodes = static_cast<int>(system_.nodes.size());
        if (system_.beams)
            for (const BeamPiece& piece : *system_.beams) {
                require(all_within(piece.nodes, nodes) && all_within(piece.dofs, full_) && piece.section != nullptr &&
                            finite(piece.alpha) && finite(piece.beta) && finite(piece.properties.frame.length) &&
                            piece.properties.frame.length > 0,
                        "an element of a beam is wrong");
                require(orthonormal(piece.properties.frame.axes), "the axes of an element of a beam are not orthonormal");
                for (const BeamPieceLoad& load : piece.loads)
                    require(load.signal != nullptr && load.derivative >= 0 && load.derivative <= 2, "a load on a beam is wrong");
            }
        if (system_.shells)
            for (const ShellPart& shell : *system_.shells) {
                require(all_within(shell.nodes, nodes), "a node of a shell is wrong");
                for (const ShellPiece& piece : shell.pieces) {
                    const int corners = piece.nodes[3] == -1 ? 3 : 4;
                    require(piece.properties.points.cols() == corners && piece.properties.directors.cols() == corners &&
                                std::all_of(piece.nodes.begin(), piece.nodes.begin() + corners,
                                            [&](int node) { return within(node, nodes); }),
                            "an element of a shell is wrong");
                }
                for (const MeshSet& set : shell.sets)
                    require(all_within(set.points, static_cast<int>(shell.nodes.size())), "a set of a shell is wrong");
            }
    }

    void supports() const {
        if (!system_.supports) return;
        require(system_.supports->dampers.size() == 0 ||
                    (system_.supports->dampers.rows() == full_ && system_.supports->dampers.cols() == full_),
                "the dampers have another size than the nodes");
        for (const Support& support : system_.supports->held) {
            require(within(support.dof, full_), "a support is wrong");
            for (const std::vector<FullTerm>* terms : {&support.mass, &support.damping, &support.stiffness})
                for (const FullTerm& term : *terms)
                    require(within(term.dof, full_) && finite(term.coefficient), "a term of a support is wrong");
            for (const auto& [row, coefficient] : support.rows)
                require(within(row, static_cast<int>(system_.rows.size())) && finite(coefficient), "a row of a support is wrong");
            for (const Support::Push& push : support.loads)
                require(push.signal != nullptr && push.derivative >= 0 && push.derivative <= 2 && finite(push.coefficient),
                        "a load on a support is wrong");
        }
    }

  private:
    void require(bool holds, const char* what) const { archive_.require(holds, what); }
    static bool finite(double x) { return std::isfinite(x); }
    static bool in_band(const SparseMatrix& A, int half_bandwidth) {
        for (int j = 0; j < A.outerSize(); ++j)
            for (SparseMatrix::InnerIterator it(A, j); it; ++it)
                if (std::abs(static_cast<int>(it.row()) - j) > half_bandwidth && it.value() != 0) return false;
        return true;
    }
    static bool is_symmetric(const SparseMatrix& A) {
        constexpr double rounding = 1e-13;
        if (A.nonZeros() == 0) return true;
        const SparseMatrix skew = A - SparseMatrix(A.transpose());
        return skew.nonZeros() == 0 || skew.coeffs().abs().maxCoeff() <= rounding * A.coeffs().abs().maxCoeff();
    }
    static bool orthonormal(const Eigen::Matrix3d& axes) {
        constexpr double rounding = 1e-9;
        return axes.allFinite() && (axes * axes.transpose() - Eigen::Matrix3d::Identity()).cwiseAbs().maxCoeff() <= rounding;
    }
    static bool within(int index, int size) { return index >= 0 && index < size; }
    static bool part(int first, int count, int size) { return first >= 0 && first <= size - count; }
    static bool vector(const Vector& x, int size) { return x.size() == size && x.allFinite(); }
    template <class Indices>
    static bool all_within(const Indices& indices, int size) {
        return std::ranges::all_of(indices, [size](int index) { return within(index, size); });
    }
    template <class Numbers>
    static bool all_finite(const Numbers& numbers) {
        return std::ranges::all_of(numbers, finite);
    }

    const System& system_;
    const ArchiveReader& archive_;
    int free_, full_, motions_;
};

}  // namespace

void require_runnable(const System& system, const ArchiveReader& archive) {
    const SystemCheck check(system, archive);
    check.matrices();
    check.recovery();
    check.loads();
    check.contacts();
    check.elements();
    check.supports();
}

}  // namespace jounce
