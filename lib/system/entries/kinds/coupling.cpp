// Entry "coupling": a new node that moves as the mean of other nodes, or that other nodes follow.
// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <numeric>

#include "base/messages/text.hpp"
#include "linalg/dense/dense.hpp"
#include "system/entries/entry_kind.hpp"

namespace jounce::entries {

namespace {

const std::string model_coupling = "model.coupling";

struct Coupling : NodeList {
    std::string name;
    std::string kind = "distributing";
    std::optional<Vector3> at;
    std::vector<double> weights;

    Handle declare(Model& model) const {
        const std::vector<int> set = resolve(model, model_coupling);
        if (set.size() < 2) throw bad_case(model_coupling + ": 'nodes' must name two nodes or more, got one");
        if (!weights.empty() && weights.size() != set.size()) {
            throw bad_case(model_coupling + ": 'weights' must have one value for each of the " + std::to_string(set.size()) +
                           " nodes, got " + std::to_string(weights.size()));
        }
        const std::vector<double> w = weights_of(set);
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < set.size(); ++i) centre += w[i] * vector3(model.nodes()[set[i]].position);
        const std::string final_name = name.empty() ? model.automatic_name("coupling") : name;
        model.declare_node(final_name, at.value_or(Vector3{centre[0], centre[1], centre[2]}), "coupling");
        const Reference self{model.id(), "coupling", final_name};
        return {self, {self}};
    }

    void assemble(Builder& builder) const {
        const int leader = builder.model().find_name(builder.name())->node;
        const std::vector<int> set = resolve(builder.model(), model_coupling);
        if (kind == "rigid") {
            lead(builder, leader, set);
        } else {
            distribute(builder, leader, set);
        }
    }

  private:
    /// Their sum is one.
    [[nodiscard]] std::vector<double> weights_of(const std::vector<int>& set) const {
        std::vector<double> w = weights.empty() ? std::vector<double>(set.size(), 1.0) : weights;
        const double sum = std::accumulate(w.begin(), w.end(), 0.0);
        for (double& weight : w) weight /= sum;
        return w;
    }

    /// u_i = u + theta x r_i and theta_i = theta: docs/theory/shells.md, eq. 22.
    static void lead(Builder& builder, int leader, const std::vector<int>& set) {
        for (const int node : set) {
            const Eigen::Vector3d r = builder.position(node) - builder.position(leader);
            for (int i = 0; i < 3; ++i) {
                std::vector<LinearTerm> terms{{6 * node + i, 1}, {6 * leader + i, -1}};
                add_terms(terms, leader, Eigen::Vector3d(r.cross(Eigen::Vector3d::Unit(i))), -1, 3);
                builder.constrain(std::move(terms), "held by a rigid coupling");
            }
            for (int d = 3; d < 6; ++d) builder.constrain({{6 * node + d, 1}, {6 * leader + d, -1}}, "held by a rigid coupling");
        }
    }

    /// The rigid motion of least squares: docs/theory/shells.md, eqs 23, 24.
    void distribute(Builder& builder, int leader, const std::vector<int>& set) const {
        const std::vector<double> w = weights_of(set);
        Eigen::Vector3d centre = Eigen::Vector3d::Zero();
        for (std::size_t i = 0; i < set.size(); ++i) centre += w[i] * builder.position(set[i]);
        std::vector<Eigen::Vector3d> arms;
        Eigen::Matrix3d spread = Eigen::Matrix3d::Zero();
        for (std::size_t i = 0; i < set.size(); ++i) {
            const Eigen::Vector3d r = builder.position(set[i]) - centre;
            arms.push_back(r);
            spread += w[i] * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
        }
        // theta = sum R_i u_i + sum S_i theta_i. For collinear nodes the positions do not determine the rotation about their
        // line; their own rotations are used there.
        const linalg::DensePairs principal = linalg::symmetric_pairs(spread);
        const double largest = principal.values[2];
        Eigen::Matrix3d inverse = Eigen::Matrix3d::Zero(), own = Eigen::Matrix3d::Zero();
        for (int k = 0; k < 3; ++k) {
            const Eigen::Vector3d e = principal.vectors.col(k);
            if (principal.values[k] > flat * largest) {
                inverse += e * e.transpose() / principal.values[k];
            } else {
                own += e * e.transpose();
            }
        }
        const Eigen::Vector3d offset = builder.position(leader) - centre;
        std::array<std::vector<LinearTerm>, 6> rows;
        for (int d = 0; d < 6; ++d) rows[static_cast<std::size_t>(d)].push_back({6 * leader + d, 1});
        for (std::size_t i = 0; i < set.size(); ++i) {
            for (int d = 0; d < 3; ++d) {
                // theta_d, and the contribution of the offset to u_d
                const Eigen::Vector3d turn = inverse.row(d);
                const Eigen::Vector3d carried = offset.cross(Eigen::Vector3d::Unit(d));  // u_d += theta . carried
                auto& u = rows[static_cast<std::size_t>(d)];
                auto& theta = rows[static_cast<std::size_t>(d) + 3];
                Eigen::Vector3d on_u = w[i] * Eigen::Vector3d::Unit(d);
                on_u += w[i] * Eigen::Vector3d(inverse * carried).cross(arms[i]);
                add_terms(u, set[i], on_u, -1);
                add_terms(theta, set[i], Eigen::Vector3d(w[i] * turn.cross(arms[i])), -1);
                add_terms(u, set[i], Eigen::Vector3d(w[i] * (own * carried)), -1, 3);
                add_terms(theta, set[i], Eigen::Vector3d(w[i] * own.col(d)), -1, 3);
            }
        }
        for (auto& row : rows) builder.constrain(std::move(row), "held by a distributing coupling");
    }

    /// A moment of the set about an axis below this share of the largest one is taken as zero (collinear nodes).
    static constexpr double flat = 1e-10;
};

std::string check_coupling(const Coupling& coupling) {
    if (coupling.kind == "rigid" && !coupling.weights.empty()) return "'weights' requires kind = \"distributing\"";
    return "";
}

}  // namespace

const EntryKind& coupling_kind() {
    static const EntryKind kind = entry_kind<Coupling>(
        "coupling",
        "A node coupled to a set of nodes. Distributing: it moves as their mean (weighted least squares), and a load on it is "
        "distributed among them without stiffening them. Rigid: they follow it as one body.",
        Fields<Coupling>()
            .text("name", &Coupling::name, "Its name and the name of its node.")
            .standard("coupling 1, coupling 2, ...")
            .references("nodes", static_cast<std::vector<Reference> Coupling::*>(&Coupling::nodes), "node",
                        "The set, two nodes or more.")
            .required()
            .choice("kind", &Coupling::kind, {"distributing", "rigid"},
                    "Distributing: the node follows the set. Rigid: the set follows the node.")
            .vector("at", &Coupling::at, "m", "Position of its node.")
            .standard("the (weighted) centre of the set")
            .numbers("weights", &Coupling::weights, "", positive, "Weights of the nodes in the mean; they are normalised.")
            .standard("all equal")
            .check(check_coupling));
    return kind;
}

}  // namespace jounce::entries
