// Stiffness of the shell with three corners. Equation numbers refer to docs/theory/shells.md.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/LU>
#include <array>

#include "elements/shell/surface.hpp"

namespace jounce::elements::shells {

namespace {

using Row20 = Eigen::Matrix<double, 1, 20>;  // the corners' dofs, then two rotations at the centre

// Degree 5: the bubble's curvature is quadratic.
constexpr double a1 = 0.470142064105115090, a2 = 0.101286507323456339;
constexpr double w0 = 0.1125, w1 = 0.0661970763942530904, w2 = 0.0629695902724135763;
constexpr std::array<Point, 7> fine_points{{{1.0 / 3, 1.0 / 3, w0},
                                            {a1, a1, w1},
                                            {1 - 2 * a1, a1, w1},
                                            {a1, 1 - 2 * a1, w1},
                                            {a2, a2, w2},
                                            {1 - 2 * a2, a2, w2},
                                            {a2, 1 - 2 * a2, w2}}};

double bubble(double r, double s) { return 27 * r * s * (1 - r - s); }
double bubble_r(double r, double s) { return 27 * s * (1 - 2 * r - s); }
double bubble_s(double r, double s) { return 27 * r * (1 - r - 2 * s); }

class Triangle {
  public:
    explicit Triangle(const Shell& shell) : shell_(shell), x_(shell, shape<3>(1.0 / 3, 1.0 / 3)) {
        const Eigen::Matrix3d e = axes(x_.across, x_.Gr);
        turns_ << e.col(0).cross(x_.across), e.col(1).cross(x_.across);
        const auto r = [this](double a, double b) { return shear_at(a, b, true); };
        const auto s = [this](double a, double b) { return shear_at(a, b, false); };
        // Tying points, eqs (14), (15).
        constexpr double third = 1.0 / 3, sixth = 1.0 / 6, d = 1e-4;
        const Row20 corner = (r(sixth, sixth) + s(sixth, sixth)) / 3;
        constant_r_ = 2 * third * (r(2 * third, sixth) - 0.5 * s(2 * third, sixth)) + corner;
        constant_s_ = 2 * third * (s(sixth, 2 * third) - 0.5 * r(sixth, 2 * third)) + corner;
        twist_ = r(third + d, third + d) - r(third + d, third - 2 * d) - s(third + d, third + d) + s(third - 2 * d, third + d);
    }
    [[nodiscard]] Row20 shear_r(double s) const { return constant_r_ + (3 * s - 1) / 3 * twist_; }
    [[nodiscard]] Row20 shear_s(double r) const { return constant_s_ + (1 - 3 * r) / 3 * twist_; }

    // Rows rr, ss, 2rs of the bubble's part of b1 and b2.
    [[nodiscard]] Eigen::Matrix<double, 3, 2> bubble_bending(double r, double s, const Eigen::Vector3d& tr,
                                                             const Eigen::Vector3d& ts) const {
        const double fr = bubble_r(r, s), fs = bubble_s(r, s);
        Eigen::Matrix<double, 3, 2> out;
        out.row(0) = fr * tr.transpose() * turns_;
        out.row(1) = fs * ts.transpose() * turns_;
        out.row(2) = (fs * tr + fr * ts).transpose() * turns_;
        return out;
    }

  private:
    [[nodiscard]] Row20 shear_at(double r, double s, bool along_r) const {
        const Shape<3> at = shape<3>(r, s);
        const Surface<3> x(shell_, at);
        const Eigen::Vector3d& tangent = along_r ? x.Gr : x.Gs;
        Row20 row;
        row << shear<3>(x, tangent, along_r ? at.r : at.s, at.h), bubble(r, s) * tangent.transpose() * turns_;
        return row;
    }

    const Shell& shell_;
    Surface<3> x_;
    Eigen::Matrix<double, 3, 2> turns_;  // change of the half-thickness vector under unit rotations at the centre
    Row20 constant_r_, constant_s_, twist_;
};

}  // namespace

Eigen::Matrix<double, 3, 18> triangle_membrane(const Shell& shell) {
    const Shape<3> at = shape<3>(1.0 / 3, 1.0 / 3);
    const Surface<3> x(shell, at);
    Row<3> rr = Row<3>::Zero(), ss = Row<3>::Zero(), rs = Row<3>::Zero();
    add_translation<3>(rr, x.Gr, at.r);
    add_translation<3>(ss, x.Gs, at.s);
    add_translation<3>(rs, x.Gr, at.s);
    add_translation<3>(rs, x.Gs, at.r);
    Eigen::Matrix<double, 3, 18> out;
    out << rr, ss, rs;
    return out;
}

Eigen::Matrix<double, 18, 18> triangle_stiffness(const Shell& shell) {
    const Triangle triangle(shell);
    const Eigen::Matrix<double, 5, 5> C = elasticity(shell.material);
    const Eigen::Matrix<double, 3, 18> flat = triangle_membrane(shell);
    // B_d of the corners and B_b of the two rotations at the centre, which depend on the corners by
    //     beta = -(sum w B_b^T C B_b)^-1 sum w B_b^T C B_d.
    // K = sum w (B_d + B_b beta)^T C (B_d + B_b beta) is K_dd - K_db K_bb^-1 K_bd without cancellation. With cancellation the
    // bending stiffness of a thin shell would be lost in the rounding of the shear stiffness, and rigid motions would have strain
    // energy.
    struct Sample {
        Eigen::Matrix<double, 5, 20> B;
        double weight = 0;
    };
    std::array<Sample, 2 * fine_points.size()> samples;
    Eigen::Matrix2d middle = Eigen::Matrix2d::Zero();
    Eigen::Matrix<double, 2, 18> coupling = Eigen::Matrix<double, 2, 18>::Zero();
    std::size_t next = 0;
    for (const Point& p : fine_points) {
        const Shape<3> at = shape<3>(p.r, p.s);
        const Surface<3> x(shell, at);
        const Bending<3> curved = bending<3>(x, at);
        const Eigen::Matrix3d e = axes(x.across, x.Gr);
        const Eigen::Matrix<double, 3, 2> first = triangle.bubble_bending(p.r, p.s, x.Gr, x.Gs);
        const Eigen::Matrix<double, 3, 2> second = triangle.bubble_bending(p.r, p.s, x.Dr, x.Ds);
        Eigen::Matrix<double, 5, 20> covariant;
        covariant.row(3) = triangle.shear_r(p.s);
        covariant.row(4) = triangle.shear_s(p.r);
        for (const double zeta : {-gauss, gauss}) {
            covariant.topLeftCorner<3, 18>() = flat + zeta * curved.first + zeta * zeta * curved.second;
            covariant.topRightCorner<3, 2>() = zeta * first + zeta * zeta * second;
            const Metric here = metric(x.Gr + zeta * x.Dr, x.Gs + zeta * x.Ds, x.across, e);
            Sample& sample = samples[next++];
            sample.B = here.Q * covariant;
            sample.weight = p.weight * here.volume;
            const Eigen::Matrix<double, 2, 5> force = sample.weight * sample.B.rightCols<2>().transpose() * C;
            middle.noalias() += force * sample.B.rightCols<2>();
            coupling.noalias() += force * sample.B.leftCols<18>();
        }
    }
    const Eigen::Matrix<double, 2, 18> beta = -middle.inverse() * coupling;
    Eigen::Matrix<double, 18, 18> out = Eigen::Matrix<double, 18, 18>::Zero();
    for (const Sample& sample : samples) {
        const Eigen::Matrix<double, 5, 18> B = sample.B.leftCols<18>() + sample.B.rightCols<2>() * beta;
        out.noalias() += sample.weight * B.transpose() * (C * B);
    }
    add_drilling<3>(shell, out);
    return out;
}

}  // namespace jounce::elements::shells
