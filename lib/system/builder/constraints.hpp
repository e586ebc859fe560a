// Linear constraints between dofs (fixed, prescribed, tied, rigidly linked), solved one by one: u = T q + P s(t).
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/messages/error.hpp"

namespace jounce {

/// coefficient * u[index], or coefficient * s_index(t)
struct LinearTerm {
    int index = 0;
    double coefficient = 0;
};

/// sum terms = sum motions, over full-model dofs and prescribed motions.
struct Constraint {
    std::vector<LinearTerm> terms;    ///< the first one is preferably the dependent dof
    std::vector<LinearTerm> motions;  ///< empty: zero
    std::string verb;                 ///< for messages: "fixed", "prescribed", "tied", "held by a rigid link"
    std::string subject;              ///< "model.fix"
    Origin origin;
};

/// Gauss-Jordan elimination, one constraint at a time: chains of ties end at a free dof, repeated constraints are harmless,
/// contradictory ones are errors. The order of the constraints affects only the choice of free dofs.
class Constraints {
  public:
    /// \param dof_name for messages: "shaft[1].ux"
    Constraints(int dofs, std::function<std::string(int)> dof_name);

    /// \throws Error when the constraint contradicts an earlier one; it names the dof and the place of the earlier one.
    void add(const Constraint& constraint);
    /// As `add`, but a contradiction is not an error. \returns the residual combination of the motions, which would have to be
    /// zero
    std::vector<LinearTerm> try_add(const Constraint& constraint);

    /// A dependent dof in terms of free dofs and motions.
    struct Expression {
        std::vector<LinearTerm> terms;    ///< over free dofs, ascending
        std::vector<LinearTerm> motions;  ///< over prescribed motions, ascending
        std::string verb;
        Origin origin;  ///< of the constraint that eliminated the dof
    };
    /// Null for a free dof.
    [[nodiscard]] const Expression* expression(int dof) const {
        return of_dof_[dof] >= 0 ? &expressions_[of_dof_[dof]] : nullptr;
    }
    [[nodiscard]] int size() const { return static_cast<int>(of_dof_.size()); }

  private:
    [[noreturn]] void refuse(const Constraint& constraint) const;
    std::function<std::string(int)> dof_name_;
    std::vector<int> of_dof_;  // index into expressions_, or -1
    std::vector<Expression> expressions_;
    std::vector<std::vector<int>> users_;  // the expressions that may contain each free dof
};

}  // namespace jounce
