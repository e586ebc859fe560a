// The constraint equations of ideal joints between two frames, with their derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#include "bodies/condition.hpp"

namespace jounce::bodies {

namespace {

// A point of the second frame relative to the curve of the first one.
struct OnCurve {
    Vector2 arm, from_first;  // from the frames' origins to the point, global
    Vector2 normal, tangent;  // global
    double value, curvature;

    OnCurve(const Condition& c, const FrameMotion& first, const FrameMotion& second) {
        arm = second.turned(c.second);
        from_first = second.position + arm - first.position;
        const CurveDistance d = c.curve.distance(first.seen(from_first));
        value = d.value;
        curvature = d.curvature;
        normal = first.turned(d.normal);
        tangent = perpendicular(normal);
    }
};

}  // namespace

ConditionValue evaluate(const Condition& c, const FrameMotion& first, const FrameMotion& second) {
    ConditionValue out;
    switch (c.kind) {
        case Condition::Kind::together: {
            const Vector2 a = first.turned(c.first);
            const Vector2 b = second.turned(c.second);
            const Vector2 apart = second.position + b - first.position - a;
            const Vector2 quadratic = first.rate * first.rate * a - second.rate * second.rate * b;
            out.value = {apart.x(), apart.y()};
            out.quadratic = {quadratic.x(), quadratic.y()};
            out.jacobian[0] << -1, 0, a.y(), 1, 0, -b.y();
            out.jacobian[1] << 0, -1, -a.x(), 0, 1, b.x();
            break;
        }
        case Condition::Kind::turned:
            out.value[0] = second.angle - first.angle - c.angle;
            out.jacobian[0] << 0, 0, -1, 0, 0, 1;
            break;
        case Condition::Kind::on_curve: {
            const OnCurve at(c, first, second);
            const Vector2 passing = second.velocity + second.rate * perpendicular(at.arm) - first.velocity -
                                    first.rate * perpendicular(at.from_first);
            const double along = at.tangent.dot(passing);
            out.value[0] = at.value;
            out.jacobian[0] = relative_row(at.normal, at.from_first, at.arm);
            out.quadratic[0] = at.normal.dot(first.rate * first.rate * at.from_first - second.rate * second.rate * at.arm -
                                             2 * first.rate * perpendicular(passing)) +
                               at.curvature * along * along;
            break;
        }
    }
    return out;
}

FrameMatrix second_derivative(const Condition& c, const FrameMotion& first, const FrameMotion& second,
                              const double* multipliers) {
    FrameMatrix out = FrameMatrix::Zero();
    switch (c.kind) {
        case Condition::Kind::together: {
            const Vector2 push(multipliers[0], multipliers[1]);
            out(2, 2) = push.dot(first.turned(c.first));
            out(5, 5) = -push.dot(second.turned(c.second));
            break;
        }
        case Condition::Kind::turned:
            break;
        case Condition::Kind::on_curve: {
            const OnCurve at(c, first, second);
            const FrameRow along = relative_row(at.tangent, at.from_first, at.arm);
            out = at.curvature * along.transpose() * along;
            // The normal rotates with the first frame.
            out.row(2) += along;
            out.col(2) += along.transpose();
            out(2, 2) = at.curvature * along[2] * along[2] - at.normal.dot(at.from_first);
            out(5, 5) -= at.normal.dot(at.arm);
            out *= multipliers[0];
            break;
        }
    }
    return out;
}

}  // namespace jounce::bodies
