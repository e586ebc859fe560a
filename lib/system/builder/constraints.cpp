// Linear constraints between dofs by Gauss-Jordan elimination.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/builder/constraints.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace jounce {

namespace {

// A sum below this share of its largest possible value (the sum of the moduli of its terms) is treated as zero.
constexpr double round_off = 1e-12;

// Sums together with the sum of moduli, to distinguish cancelled coefficients from small ones.
class Sum {
  public:
    void add(int index, double coefficient) {
        auto& [value, size] = entries_[index];
        value += coefficient;
        size += std::abs(coefficient);
    }
    void add(const std::vector<LinearTerm>& terms, double factor) {
        for (const LinearTerm& term : terms) add(term.index, factor * term.coefficient);
    }
    [[nodiscard]] std::vector<LinearTerm> terms() const {
        std::vector<LinearTerm> out;
        for (const auto& [index, entry] : entries_) {
            if (std::abs(entry.first) > round_off * entry.second) out.push_back({index, entry.first});
        }
        return out;
    }

  private:
    std::map<int, std::pair<double, double>> entries_;
};

}  // namespace

Constraints::Constraints(int dofs, std::function<std::string(int)> dof_name)
    : dof_name_(std::move(dof_name)), of_dof_(dofs, -1), users_(dofs) {}

void Constraints::refuse(const Constraint& constraint) const {
    // Names one of its dofs that an earlier constraint already determines.
    for (const LinearTerm& term : constraint.terms) {
        const Expression* earlier = expression(term.index);
        if (earlier == nullptr) continue;
        const std::string place = earlier->origin.known() ? " at " + earlier->origin.text() : std::string();
        throw bad_case(constraint.subject + ": '" + dof_name_(term.index) + "' cannot be " + constraint.verb +
                           ", it is already " + earlier->verb + place,
                       constraint.origin);
    }
    throw bad_case(constraint.subject + ": the constraint contradicts itself", constraint.origin);
}

void Constraints::add(const Constraint& constraint) {
    if (!try_add(constraint).empty()) refuse(constraint);
}

std::vector<LinearTerm> Constraints::try_add(const Constraint& constraint) {
    Sum left, right;
    right.add(constraint.motions, 1);
    for (const LinearTerm& term : constraint.terms) {
        if (const Expression* known = expression(term.index)) {
            left.add(known->terms, term.coefficient);
            right.add(known->motions, -term.coefficient);
        } else {
            left.add(term.index, term.coefficient);
        }
    }
    const std::vector<LinearTerm> terms = left.terms();
    const std::vector<LinearTerm> motions = right.terms();
    if (terms.empty()) return motions;

    double largest = 0;
    for (const LinearTerm& term : terms) largest = std::max(largest, std::abs(term.coefficient));
    // The preferred dependent dof, unless its coefficient is small: division by it would amplify the others.
    LinearTerm pivot;
    for (const LinearTerm& term : terms) {
        const bool preferred = term.index == constraint.terms.front().index && std::abs(term.coefficient) >= 0.1 * largest;
        if (preferred) {
            pivot = term;
            break;
        }
        if (std::abs(term.coefficient) >= std::abs(pivot.coefficient)) pivot = term;
    }

    Expression follows{.terms = {}, .motions = motions, .verb = constraint.verb, .origin = constraint.origin};
    for (const LinearTerm& term : terms) {
        if (term.index != pivot.index) follows.terms.push_back({term.index, -term.coefficient / pivot.coefficient});
    }
    for (LinearTerm& motion : follows.motions) motion.coefficient /= pivot.coefficient;

    // Substitutes the dof in earlier expressions.
    for (const int user : std::exchange(users_[pivot.index], {})) {
        Expression& expression = expressions_[user];
        Sum user_terms, user_motions;
        user_motions.add(expression.motions, 1);
        for (const LinearTerm& term : expression.terms) {
            if (term.index == pivot.index) {
                user_terms.add(follows.terms, term.coefficient);
                user_motions.add(follows.motions, term.coefficient);
            } else {
                user_terms.add(term.index, term.coefficient);
            }
        }
        expression.terms = user_terms.terms();
        expression.motions = user_motions.terms();
        for (const LinearTerm& term : follows.terms) users_[term.index].push_back(user);
    }
    const int index = static_cast<int>(expressions_.size());
    for (const LinearTerm& term : follows.terms) users_[term.index].push_back(index);
    of_dof_[pivot.index] = index;
    expressions_.push_back(std::move(follows));
    return {};
}

}  // namespace jounce
