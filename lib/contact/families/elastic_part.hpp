// The conservative force of a law: its own power law (evaluated in place) or another, elastic, law.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <utility>

#include "contact/families/law.hpp"
#include "contact/families/power_law.hpp"

namespace jounce::contact {

class ElasticPart {
  public:
    explicit ElasticPart(const PowerLaw& power) : power_(power) {}
    /// \param other not null
    explicit ElasticPart(std::shared_ptr<const Elastic> other) : power_(0, 1), other_(std::move(other)) {
        // Another law's power law is evaluated in place, too.
        const auto* power = dynamic_cast<const PowerElastic*>(other_.get());
        if (power == nullptr) return;
        power_ = power->law();
        other_.reset();
    }

    /// \param delta indentation > 0 [m]
    [[nodiscard]] Elastic::Answer at(double delta) const { return other_ == nullptr ? power_.at(delta) : other_->at(delta); }
    void check(double delta) const {
        if (other_ != nullptr) other_->check(delta);
    }
    /// delta d^2F/d(delta)^2 [N/m]. \param at the answer at `delta`
    [[nodiscard]] double growth(double delta, const Elastic::Answer& at) const {
        return other_ == nullptr ? power_.growth(at.stiffness) : other_->growth(delta, at);
    }
    [[nodiscard]] std::shared_ptr<const Elastic> share() const {
        return other_ == nullptr ? std::make_shared<const PowerElastic>(power_) : other_;
    }

  private:
    PowerLaw power_;
    std::shared_ptr<const Elastic> other_;
};

/// A law that consists only of its elastic part.
class ElasticLaw final : public Law {
  public:
    explicit ElasticLaw(ElasticPart part) : part_(std::move(part)) {}
    [[nodiscard]] Response evaluate(const Motion& motion, const ContactMemory&) const override {
        const auto [force, stiffness, energy] = part_.at(motion.indentation);
        return {force, stiffness, 0, force, energy};
    }
    [[nodiscard]] std::shared_ptr<const Elastic> elastic() const override { return part_.share(); }
    void check(const Motion& motion, const ContactMemory&) const override { part_.check(motion.indentation); }
    [[nodiscard]] std::optional<double> closed_restitution(double, double) const override { return 1; }

  private:
    ElasticPart part_;
};

}  // namespace jounce::contact
