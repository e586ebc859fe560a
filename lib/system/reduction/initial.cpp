// The initial values of the free coordinates.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/reduction/initial.hpp"

#include <cmath>
#include <map>

#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "system/reduction/reduced_row.hpp"

namespace jounce {

namespace {

// Tolerance for rounding in constraints, relative to the given values.
constexpr double agreement = 1e-9;

// One given dof: sum over coordinates = value.
struct Equation {
    std::vector<LinearTerm> terms;
    double value = 0;
    const GivenDof* given = nullptr;
};

Error cannot(const Builder& builder, const GivenDof& given, const std::string& what, const std::string& why) {
    return bad_case("model.initial: the " + what + " of '" + builder.dof_name(given.dof) + "' cannot be " +
                        shortest(given.value) + ", " + why,
                    given.origin);
}

std::string why_not_free(const Builder& builder, int dof) {
    if (const auto* expression = builder.constraints().expression(dof)) {
        const std::string place = expression->origin.known() ? " at " + expression->origin.text() : std::string();
        return "it is " + expression->verb + place;
    }
    if (builder.touched(dof)) return "it has no mass and is condensed statically";
    return "it has neither mass nor stiffness";
}

}  // namespace

Vector initial_values(const AffineMap& map, const Builder& builder, const Vector& mass, const std::vector<GivenDof>& given,
                      const Vector& at_start, const std::string& what) {
    Vector q = Vector::Zero(map.size());
    if (given.empty()) return q;
    const RowMajor T = map.T;
    const Vector moved = map.P * at_start;
    double scale = 0;
    for (const GivenDof& g : given) scale = std::max(scale, std::abs(g.value));

    std::vector<bool> known(map.size(), false);
    std::vector<Equation> coupled;
    for (const GivenDof& g : given) {
        Equation equation{.terms = {}, .value = g.value - moved[g.dof], .given = &g};
        for (RowMajor::InnerIterator it(T, g.dof); it; ++it) equation.terms.push_back({static_cast<int>(it.col()), it.value()});
        // A condensed dof depends on the others; a given value of zero is not a condition on them.
        const bool follows = builder.constraints().expression(g.dof) == nullptr;
        const bool own = equation.terms.size() == 1 && map.dof_of[equation.terms[0].index] == g.dof;
        if (equation.terms.empty() || (follows && !own)) {
            const bool agrees = std::abs(equation.value) <= agreement * scale;
            if (!agrees && !(follows && g.value == 0)) throw cannot(builder, g, what, why_not_free(builder, g.dof));
            continue;
        }
        if (equation.terms.size() > 1) {
            coupled.push_back(std::move(equation));
            continue;
        }
        const auto [i, coefficient] = equation.terms[0];
        const double value = equation.value / coefficient;
        if (known[i] && std::abs(value - q[i]) > agreement * scale) {
            throw cannot(builder, g, what, "it is tied to a dof with another " + what + " (" + shortest(q[i]) + ")");
        }
        known[i] = true;
        q[i] = value;
    }
    if (coupled.empty()) return q;

    // The equations coupled by rigid links: least M-weighted norm over the remaining coordinates.
    std::map<int, int> column;
    for (const Equation& equation : coupled) {
        for (const LinearTerm& term : equation.terms) {
            if (!known[term.index]) column.try_emplace(term.index, static_cast<int>(column.size()));
        }
    }
    Matrix A = Matrix::Zero(static_cast<int>(coupled.size()), static_cast<int>(column.size()));
    Vector b(static_cast<int>(coupled.size()));
    for (int row = 0; row < b.size(); ++row) {
        b[row] = coupled[row].value;
        for (const LinearTerm& term : coupled[row].terms) {
            if (known[term.index]) {
                b[row] -= term.coefficient * q[term.index];
            } else {
                A(row, column.at(term.index)) += term.coefficient / std::sqrt(mass[term.index]);
            }
        }
    }
    const Vector x = column.empty() ? Vector() : linalg::least_solution(A, b);
    for (int row = 0; row < b.size(); ++row) {
        const double reached = column.empty() ? 0.0 : A.row(row).dot(x);
        if (std::abs(reached - b[row]) > agreement * scale) {
            throw cannot(builder, *coupled[row].given, what, "it contradicts the values given for the dofs linked to it");
        }
    }
    for (const auto& [i, j] : column) q[i] = x[j] / std::sqrt(mass[i]);
    return q;
}

}  // namespace jounce
