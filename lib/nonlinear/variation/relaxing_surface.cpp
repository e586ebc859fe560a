// SPDX-License-Identifier: BSD-3-Clause
#include "nonlinear/variation/relaxing_surface.hpp"

namespace jounce::nonlinear {

using Eigen::RowVectorXd;

namespace {

/// A difference of fourth order of f(x (1 + share)) over x.
template <class F>
double by_share(const F& f, double x) {
    constexpr double part = 1e-3;
    return x != 0 ? (8 * (f(part) - f(-part)) - (f(2 * part) - f(-2 * part))) / (12 * part * x) : 0.0;
}

}  // namespace

RelaxingSurface relaxing_surface(const contact::Law& law, const contact::ContactMemory& memory, double time,
                                 const RowVectorXd& kept, const RowVectorXd& impact_speed) {
    RelaxingSurface out;
    out.place = out.rate = RowVectorXd::Zero(kept.size());
    if (!law.transition->relaxes || !(memory.kept_compression > 0)) return out;
    const auto of = [&](double share_kept, double share_speed) {
        contact::ContactMemory other = memory;
        other.kept_compression *= 1 + share_kept;
        other.impact_speed *= 1 + share_speed;
        return surface_of(law, other, time);
    };
    const contact::Relaxation here = of(0, 0);
    out.first = here.first;
    out.second = here.second;
    if (here.value == 0) return out;
    const double x = memory.kept_compression, v0 = memory.impact_speed > law.minimum_speed ? memory.impact_speed : 0;
    out.place = by_share([&](double s) { return of(s, 0).value; }, x) * kept +
                by_share([&](double s) { return of(0, s).value; }, v0) * impact_speed;
    out.rate = by_share([&](double s) { return of(s, 0).first; }, x) * kept +
               by_share([&](double s) { return of(0, s).first; }, v0) * impact_speed;
    return out;
}

}  // namespace jounce::nonlinear
