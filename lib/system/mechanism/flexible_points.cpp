// Points of flexible bodies in the motion of a mechanism: rows that change, quadratic terms, second derivatives.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/mechanism/motion.hpp"

namespace jounce {

void MechanismMotion::start_links() {
    for (const FlexibleLink& link : mechanism_->links) {
        eta_.push_back(linalg::Vector::Zero(static_cast<Eigen::Index>(link.modes.size())));
        eta_rate_.push_back(eta_.back());
    }
    inertia_.resize(eta_.size());
    for (std::size_t f = 0; f < frames_.size(); ++f)
        if (mechanism_->frames[f].link >= 0) markers_.push_back({f, {}});
    link_forces_.resize(eta_.empty() ? 0 : frames_.size());
}

void MechanismMotion::move_links(const double* q, const double* v) {
    for (std::size_t l = 0; l < eta_.size(); ++l) {
        const std::vector<int>& modes = mechanism_->links[l].modes;
        for (std::size_t j = 0; j < modes.size(); ++j) {
            const auto at = static_cast<Eigen::Index>(j);
            eta_[l][at] = q[modes[j]];
            eta_rate_[l][at] = v != nullptr ? v[modes[j]] : 0.0;
        }
        (void)inertia_[l].update(*mechanism_->links[l].body, eta_[l].data());
    }
    for (Marker& marker : markers_) {
        const PlanarFrame& frame = mechanism_->frames[marker.frame];
        const auto l = static_cast<std::size_t>(frame.link);
        const FlexibleLink& link = mechanism_->links[l];
        bodies::MarkerMotion& motion = marker.motion;
        motion.update(link.body->markers[static_cast<std::size_t>(frame.marker)], frames_[static_cast<std::size_t>(link.frame)],
                      eta_[l].data(), v != nullptr ? eta_rate_[l].data() : nullptr);
        frames_[marker.frame] = motion.frame;
        given_[marker.frame] = motion.quadratic;
        for (std::size_t d = 0; d < 2; ++d) {
            const auto axis = static_cast<Eigen::Index>(d);
            double* row = &coefficient_[static_cast<std::size_t>(terms_[3 * marker.frame + d].first)];
            row[1] = motion.by_angle[axis];
            for (Eigen::Index j = 0; j < motion.by_modes.cols(); ++j) row[2 + j] = motion.by_modes(axis, j);
        }
    }
}

double MechanismMotion::link_energy() const {
    double sum = 0;
    for (std::size_t l = 0; l < eta_.size(); ++l) {
        const FlexibleLink& link = mechanism_->links[l];
        sum += inertia_[l].extra_energy(*link.body, frames_[static_cast<std::size_t>(link.frame)].rate, eta_rate_[l].data());
    }
    return sum;
}

void MechanismMotion::add_link_curvature(const double* multipliers, double scale, linalg::Matrix& out) const {
    for (auto& force : link_forces_) force = {};
    for (std::size_t j = 0; j < joints_.size(); ++j) add_frame_forces(static_cast<int>(j), multipliers, link_forces_);
    for (const Marker& marker : markers_) {
        const PlanarFrame& frame = mechanism_->frames[marker.frame];
        const FlexibleLink& link = mechanism_->links[static_cast<std::size_t>(frame.link)];
        const std::array<double, 3>& force = link_forces_[marker.frame];
        marker.motion.add_second_derivative(link.body->markers[static_cast<std::size_t>(frame.marker)],
                                            frames_[static_cast<std::size_t>(link.frame)], {-force[0], -force[1]}, scale,
                                            link.places.data(), out);
    }
}

}  // namespace jounce
