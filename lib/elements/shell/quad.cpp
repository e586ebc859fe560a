// Stiffness of the shell with four corners. Equation numbers refer to docs/theory/shells.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <array>

#include "elements/shell/surface.hpp"
#include "linalg/dense/dense.hpp"

namespace jounce::elements::shells {

namespace {

using Rows3 = Eigen::Matrix<double, 3, 24>;
using Weights = Eigen::Matrix<double, 4, 1>;

const Weights corner_r{-0.25, 0.25, 0.25, -0.25};
const Weights corner_s{-0.25, -0.25, 0.25, 0.25};
const Weights corner_d{0.25, -0.25, 0.25, -0.25};

Row<4> translation(const Eigen::Vector3d& v, const Weights& weight) {
    Row<4> row = Row<4>::Zero();
    add_translation<4>(row, v, weight);
    return row;
}

// The membrane strains of a bilinear surface, split into constant, linear and bilinear parts of position and displacement. The
// bilinear part is replaced by the combination of the others that is equal on a flat element, eqs (8) to (11).
class Membrane {
  public:
    explicit Membrane(const Corners<4>& points) {
        const Eigen::Vector3d xr = points * corner_r, xs = points * corner_s, xd = points * corner_d;
        const Row<4> twist = translation(xd, corner_d);
        mean_rr_ = translation(xr, corner_r) + twist;
        mean_ss_ = translation(xs, corner_s) + twist;
        constant_rs_ = translation(xr, corner_s) + translation(xs, corner_r);
        linear_rr_ = translation(xr, corner_d) + translation(xd, corner_r);
        linear_ss_ = translation(xs, corner_d) + translation(xd, corner_s);
        const Eigen::Vector3d n = xr.cross(xs);
        const double cr = xs.cross(n).dot(xd) / n.squaredNorm();
        const double cs = n.cross(xr).dot(xd) / n.squaredNorm();
        const double d = cr * cr + cs * cs - 1;
        bilinear_ = (cr * cr * mean_rr_ + cs * cs * mean_ss_ + cr * cs * constant_rs_ - cr * linear_rr_ - cs * linear_ss_) / d;
    }
    [[nodiscard]] Rows3 at(double r, double s) const {
        Rows3 rows;
        rows.row(0) = mean_rr_ + s * linear_rr_ + (s * s - 1) * bilinear_;
        rows.row(1) = mean_ss_ + r * linear_ss_ + (r * r - 1) * bilinear_;
        rows.row(2) = constant_rs_ + r * linear_rr_ + s * linear_ss_ + 2 * r * s * bilinear_;
        return rows;
    }

  private:
    Row<4> mean_rr_, mean_ss_, constant_rs_, linear_rr_, linear_ss_, bilinear_;
};

// Transverse shear from the midpoints of the sides, eqs (6), (7).
class Shear {
  public:
    explicit Shear(const Shell& shell) {
        for (int k = 0; k < 2; ++k) {
            const double side = k == 0 ? -1 : 1;
            const Shape<4> on_s = shape<4>(0, side), on_r = shape<4>(side, 0);
            const Surface<4> x(shell, on_s), y(shell, on_r);
            r_[k] = shear<4>(x, x.Gr, on_s.r, on_s.h);
            s_[k] = shear<4>(y, y.Gs, on_r.s, on_r.h);
        }
    }
    [[nodiscard]] Row<4> r(double s) const { return 0.5 * ((1 - s) * r_[0] + (1 + s) * r_[1]); }
    [[nodiscard]] Row<4> s(double r) const { return 0.5 * ((1 - r) * s_[0] + (1 + r) * s_[1]); }

  private:
    Row<4> r_[2], s_[2];
};

}  // namespace

Eigen::Matrix<double, 3, 24> quad_membrane(const Shell& shell, double r, double s) { return Membrane(shell.points).at(r, s); }

Eigen::Matrix<double, 24, 24> quad_stiffness(const Shell& shell) {
    const Membrane membrane(shell.points);
    const Shear transverse(shell);
    const Eigen::Matrix<double, 5, 5> C = elasticity(shell.material);

    // The centre: the enhanced strains are transformed from here, eq. (12).
    const Surface<4> centre(shell, shape<4>(0, 0));
    const Eigen::Matrix3d e0 = axes(centre.across, centre.Gr);
    const Metric middle = metric(centre.Gr, centre.Gs, centre.across, e0);
    const Eigen::Matrix3d carry = middle.Q.topLeftCorner<3, 3>() * middle.volume;

    // Four enhanced modes for membrane, four for bending, with strains E; they depend on the corners by alpha = -(sum E^T C E)^-1
    // sum E^T C B. K = sum (B + E alpha)^T C (B + E alpha) is condensation without cancellation: rigid motions have no strain.
    struct Sample {
        Eigen::Matrix<double, 5, 24> B;
        Eigen::Matrix<double, 3, 8> E;
        double volume = 0;
    };
    std::array<Sample, 2 * square_points.size()> samples;
    Eigen::Matrix<double, 8, 8> H = Eigen::Matrix<double, 8, 8>::Zero();
    Eigen::Matrix<double, 8, 24> L = Eigen::Matrix<double, 8, 24>::Zero();
    std::size_t next = 0;
    for (const Point& p : square_points) {
        const Shape<4> at = shape<4>(p.r, p.s);
        const Surface<4> x(shell, at);
        const Bending<4> curved = bending<4>(x, at);
        const Rows3 flat = membrane.at(p.r, p.s);
        const Eigen::Matrix3d e = carried(e0, x.across);
        Eigen::Matrix<double, 3, 4> modes;
        modes << p.r, 0, 0, 0, 0, p.s, 0, 0, 0, 0, p.r, p.s;
        Eigen::Matrix<double, 5, 24> covariant;
        covariant.row(3) = transverse.r(p.s);
        covariant.row(4) = transverse.s(p.r);
        for (const double zeta : {-gauss, gauss}) {
            covariant.topRows<3>() = flat + zeta * curved.first + zeta * zeta * curved.second;
            const Metric here = metric(x.Gr + zeta * x.Dr, x.Gs + zeta * x.Ds, x.across, e);
            Sample& sample = samples[next++];
            sample.B = here.Q * covariant;
            sample.E << carry * modes / here.volume, zeta / here.volume * carry * modes;
            sample.volume = here.volume;
            const Eigen::Matrix<double, 8, 3> stress = here.volume * sample.E.transpose() * C.topLeftCorner<3, 3>();
            H.noalias() += stress * sample.E;
            L.noalias() += stress * sample.B.topRows<3>();
        }
    }
    const Eigen::Matrix<double, 8, 24> alpha = -linalg::solve_positive_definite(H, L);
    Eigen::Matrix<double, 24, 24> K = Eigen::Matrix<double, 24, 24>::Zero();
    for (Sample& sample : samples) {
        sample.B.topRows<3>() += sample.E * alpha;
        K.noalias() += sample.volume * sample.B.transpose() * (C * sample.B);
    }
    add_drilling<4>(shell, K);
    return K;
}

}  // namespace jounce::elements::shells
