// Motions not constrained by any stiffness or contact.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/statics/free_motions.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>

#include "base/messages/text.hpp"
#include "linalg/basics/products.hpp"
#include "linalg/dense/dense.hpp"
#include "linalg/eigen/eigen.hpp"
#include "linalg/eigen/krylov_space.hpp"
#include "linalg/eigen/pencil.hpp"
#include "linalg/eigen/stiffness_round_off.hpp"
#include "modal/below_rounding.hpp"
#include "time/statics/loose_things.hpp"
#include "time/statics/rigid_parts.hpp"

namespace jounce::time {

namespace {

using linalg::Matrix;
using linalg::SparseMatrix;
using linalg::Vector;

struct Confirmed {
    int count = 0;
    Matrix shapes;  ///< n x count; fewer if more than the lowest 24 are without strain energy
};

/// A thin shell bends by an energy that rounding takes, but it bends.
bool has_strain(const System& system, const linalg::SharedMatrix& stiffness, const Vector& shape) {
    return shape.dot(stiffness * shape) > linalg::stiffness_round_off(stiffness, shape) || modal::strains_elements(system, shape);
}

/// How many of the `counted` lowest motions are without strain energy; if the lowest 24 all are, `counted`.
Confirmed confirmed(const System& system, const std::shared_ptr<const linalg::Pencil>& pencil, int counted) {
    const int most = std::min(counted, 24);
    const linalg::EigenPairs pairs = linalg::lowest_eigenpairs(pencil, most, {}, linalg::SearchFactor::released);
    Confirmed out{0, Matrix(pencil->size(), 0)};
    for (Eigen::Index j = 0; j < pairs.vectors.cols(); ++j) {
        const Vector shape = pairs.vectors.col(j);
        if (has_strain(system, pencil->K(), shape)) continue;
        out.shapes.conservativeResize(Eigen::NoChange, ++out.count);
        out.shapes.col(out.count - 1) = shape;
    }
    if (out.count == most) out.count = counted;
    return out;
}

/// Whether all motions M-orthogonal to the named ones clearly have stiffness, for a large System, by one factor: a motion without
/// any has the value 1/s of the inverse at -s, and Lanczos vectors have found the largest values after few steps if the others
/// are well below. \returns false where soft elastic motions leave it open
/// \param named n x k, M-orthonormal, without strain energy \param ratio of stiffness to mass of the softest coordinates
bool others_are_stiff(const System& system, const linalg::Pencil& pencil, const Matrix& named, double ratio) {
    using linalg::KrylovSpace;
    constexpr int blocks = 4, examined = 4;
    constexpr double clear = 4;
    if (!pencil.is_large() || named.cols() == 0) return false;
    const double s = 1e-13 * ratio;  // far below elastic motions, above what rounding leaves of zero
    const linalg::PencilFactor factor = pencil.factor(-s);
    if (factor.negative_pivots() > 0) return false;
    const Matrix momentum = linalg::product(pencil.M(), named);
    const auto beside = [&](linalg::RowMatrix& x) { linalg::subtract_product(x, named, linalg::inner_products(momentum, x)); };
    linalg::RowMatrix start = linalg::random_block(pencil.size(), KrylovSpace::wide);
    beside(start);
    KrylovSpace space(
        pencil.M(),
        [&](linalg::RowMatrix& x) {
            factor.solve_in_place(x);
            beside(x);
        },
        std::move(start), blocks * KrylovSpace::wide);
    for (int block = 0; block < blocks && space.extend(); ++block) {
    }
    const KrylovSpace::Ritz ritz = space.ritz();
    if (space.size() < examined || ritz.values[0] * clear * s >= 1) return false;
    const Matrix lowest = space.vectors(ritz, examined);
    for (Eigen::Index j = 0; j < lowest.cols(); ++j)
        if (!has_strain(system, pencil.K(), lowest.col(j))) return false;
    return true;
}

/// How many of the motions that springs hold too softly are not resisted by a gap or a friction: k - rank(B X).
int soft_and_free(const System& system, Gaps gaps) {
    const SparseMatrix& X = system.soft_motions;
    const auto motions = static_cast<int>(X.cols());
    if (motions == 0 || system.rows.empty() || gaps == Gaps::absent) return motions;
    Matrix strokes = Matrix::Zero(static_cast<Eigen::Index>(system.rows.size()), motions);
    Vector largest = Vector::Zero(motions);  // of the sums without cancellation
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        const SparseRow& row = system.rows[r];
        std::map<int, double> b;
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        for (int j = 0; j < motions; ++j) {
            double size = 0;
            for (SparseMatrix::InnerIterator it(X, j); it; ++it) {
                const auto at = b.find(static_cast<int>(it.row()));
                if (at == b.end()) continue;
                strokes(static_cast<Eigen::Index>(r), j) += at->second * it.value();
                size += std::abs(at->second * it.value());
            }
            largest[j] = std::max(largest[j], size);
        }
    }
    for (int j = 0; j < motions; ++j)  // a motion is as long as its springs are soft
        if (largest[j] > 0) strokes.col(j) /= largest[j];
    const Vector values = linalg::singular_values(strokes).values;
    return motions - static_cast<int>((values.array() > 1e-6).count());
}

}  // namespace

std::string FreeMotions::text(const char* how) const {
    if (count == 0) return {};
    std::vector<std::string> words;
    const std::string all = rigid.size() > 1 || deforming > 0 ? " of the whole model" : "";
    for (const Rigid& of : rigid) words.push_back(join(of.names) + (of.things.empty() ? all : " of " + of.things));
    int named = deforming;
    for (const Rigid& of : rigid) named += static_cast<int>(of.names.size());
    if (named < count) words.emplace_back("...");
    if (deforming > 0)
        words.push_back(std::to_string(deforming) + " of hinges or slides" + (deformed.empty() ? "" : " that move " + deformed));
    std::string why = "did you forget model:fix?";
    if (on_soft_springs > 0) {
        const std::string soft = " too soft to be told from rounding";
        why = on_soft_springs < count ? why + " (the springs at " + std::to_string(on_soft_springs) + " of them are" + soft + ")"
                                      : "the springs there are" + soft;
    }
    return std::to_string(count) + (count == 1 ? " motion " : " motions ") + how +
           (words.empty() ? "" : " (" + join(words, "; ") + ")") + ": " + why;
}

FreeMotions free_motions(const System& system, Gaps gaps) {
    FreeMotions out;
    // A count needs the whole matrices.
    if (system.mechanism || !system.linear.symmetric || system.linear.ranks != nullptr || system.size() == 0) return out;
    try {
        const Resistance resistance(system, gaps);
        const double low_value = 1e-10 * resistance.ratio();  // above all round-off
        const auto pencil =
            std::make_shared<const linalg::Pencil>(resistance.matrix(), system.linear.M, linalg::MassMatrix::positive_definite);
        const auto add_named = [&](RigidParts& named) {
            out.on_soft_springs = soft_and_free(system, gaps);
            out.count = static_cast<int>(named.shapes.cols());
            out.rigid = std::move(named.motions);
        };
        std::optional<RigidParts> named;
        if (pencil->is_large()) {
            named = rigid_parts(system, resistance);
            if (others_are_stiff(system, *pencil, named->shapes, resistance.low_ratio())) {
                add_named(*named);
                return out;
            }
        }
        // Elastic modes of fine meshes below that value are found out afterwards.
        const int low = pencil->count_below(low_value).below;
        if (low == 0) return out;
        if (!named) named = rigid_parts(system, resistance);
        add_named(*named);
        const int of_parts = out.count;
        if (low <= of_parts) return out;
        out.searches = 1;
        const Confirmed all = confirmed(system, pencil, low);
        out.count = std::max(of_parts, all.count);
        if (named->too_many) return out;
        out.deforming = out.count - of_parts;
        if (out.deforming > 0 && all.shapes.cols() == out.count) add_loose_things(system, all.shapes, named->shapes, out);
    } catch (const std::runtime_error&) {  // a part without mass and stiffness, or no eigenvectors: what has been named stands
    }
    return out;
}

linalg::Matrix free_rigid_motions(const System& system, Examined which) {
    // The parts of a model are known from the whole matrices.
    if (system.mechanism || !system.linear.symmetric || system.linear.ranks != nullptr || system.size() == 0) return {};
    try {
        const Resistance resistance(system, Gaps::hold);
        if (which == Examined::several_parts && parts_of(system, resistance.matrix()).size() < 2) return {};
        return rigid_parts(system, resistance).shapes;
    } catch (const std::runtime_error&) {  // a part without mass
        return {};
    }
}

}  // namespace jounce::time
