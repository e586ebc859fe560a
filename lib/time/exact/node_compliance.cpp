// Response of the local coordinates at the nodes of a step to contact forces that are polynomials through these nodes.
// SPDX-License-Identifier: BSD-3-Clause
#include "time/exact/node_compliance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "time/exact/node_moments.hpp"

namespace jounce::time {

namespace {

constexpr std::size_t nodes = force_nodes.size();
constexpr std::size_t most_rows = 6;  // up to this number all matrices are computed together
static_assert(nodes == RowForce::powers && nodes == NodeMoments::powers);
using Extended = std::array<std::array<long double, nodes>, nodes>;

/// lagrange()[j][m]: coefficient of t^m in Lagrange's polynomial of node j. In extended precision, as high powers nearly cancel.
const Extended& lagrange() {
    static const Extended table = [] {
        Extended out{};
        for (std::size_t j = 0; j < nodes; ++j) {
            std::array<long double, nodes> p{};
            p[0] = 1;
            std::size_t degree = 0;
            for (std::size_t i = 0; i < nodes; ++i) {
                if (i == j) continue;
                const long double root = force_nodes.place[i], scale = 1 / (force_nodes.place[j] - root);
                ++degree;
                for (std::size_t m = degree; m > 0; --m) p[m] = scale * (p[m - 1] - root * p[m]);
                p[0] *= -scale * root;
            }
            out[j] = p;
        }
        return out;
    }();
    return table;
}

/// weights()[i][p][j]: on [0, c_i], l_j is the sum over p of it times u^p, u = 2 t/c_i - 1.
using NodeWeights = std::array<std::array<std::array<double, nodes>, nodes>, nodes>;
const NodeWeights& weights() {
    static const NodeWeights table = [] {
        NodeWeights out{};
        for (std::size_t i = 0; i < nodes; ++i) {
            const long double half = force_nodes.place[i] / 2.0L;  // t = half (u + 1)
            for (std::size_t j = 0; j < nodes; ++j) {
                std::array<long double, nodes> p{};
                // Horner scheme in t, with each power of it replaced.
                for (std::size_t m = nodes; m-- > 0;) {
                    for (std::size_t l = nodes - 1; l > 0; --l) p[l] = half * (p[l] + p[l - 1]);
                    p[0] = half * p[0] + lagrange()[j][m];
                }
                for (std::size_t l = 0; l < nodes; ++l) out[i][l][j] = static_cast<double>(p[l]);
            }
        }
        return out;
    }();
    return table;
}

}  // namespace

RowForce polynomial_through_nodes(std::size_t row, const NodeValues& values, double h) {
    RowForce out{row, {}};
    long double scale = 1;
    for (std::size_t m = 0; m < nodes; ++m) {
        long double sum = 0;
        for (std::size_t j = 0; j < nodes; ++j) sum += lagrange()[j][m] * values[j];
        out.coefficient[m] = static_cast<double>(sum * scale);
        scale /= h;
    }
    return out;
}

NodeResponse node_response(double c, double k, double h, std::size_t node) {
    const NodeMoments moments = node_moments(c, k, force_nodes.place[node] * h);
    NodeResponse out;
    for (std::size_t p = 0; p < nodes; ++p) {
        for (std::size_t j = 0; j < nodes; ++j) {
            out.place[j] += moments.place[p] * weights()[node][p][j];
            out.rate[j] += moments.rate[p] * weights()[node][p][j];
        }
    }
    return out;
}

NodeCompliance::NodeCompliance(const System& system) : n_(static_cast<std::size_t>(system.size())) {
    const Vector c = system.linear.C.diagonal();
    const Vector k = system.linear.K.diagonal();
    c_.assign(c.begin(), c.end());
    k_.assign(k.begin(), k.end());
    B_.assign(system.rows.size() * n_, 0);
    for (std::size_t r = 0; r < system.rows.size(); ++r) {
        const SparseRow& row = system.rows[r];
        double* b = B_.data() + r * n_;
        for (std::size_t e = 0; e < row.index.size(); ++e) b[row.index[e]] += row.coefficient[e];
        double largest = 0;
        for (std::size_t m = 0; m < n_; ++m) largest = std::max(largest, std::abs(b[m]));
        largest_.push_back(largest);
    }
    if (system.rows.size() <= most_rows) {
        all_.resize(system.rows.size());
        std::iota(all_.begin(), all_.end(), std::size_t{0});
        // Memory that is never touched costs nothing.
        const std::size_t size = all_.size() * all_.size() * nodes * nodes;
        values_ = std::make_unique_for_overwrite<double[]>(2 * kept_.size() * size);
        for (std::size_t i = 0; i < kept_.size(); ++i)
            kept_[i] = {0, all_, 0, {&values_[2 * i * size], size}, {&values_[(2 * i + 1) * size], size}};
    } else {
        // More rows in contact allocate at their first use.
        own_.resize(kept_.size());
        for (Own& own : own_) {
            own.rows.reserve(most_rows);
            own.values.reserve(2 * most_rows * most_rows * nodes * nodes);
        }
    }
    (void)weights();
}

double NodeCompliance::inertance(std::size_t row, std::size_t other) const {
    double sum = 0;
    for (std::size_t m = 0; m < n_; ++m) sum += B_[row * n_ + m] * B_[other * n_ + m];
    return sum;
}

double NodeCompliance::amplitude(std::size_t row, const Vector& q) const {
    double sum = 0;
    for (std::size_t m = 0; m < n_; ++m) sum += std::abs(B_[row * n_ + m] * q[static_cast<Eigen::Index>(m)]);
    return sum;
}

const NodeCompliance::Matrices& NodeCompliance::at(double h, std::span<const std::size_t> rows) {
    Matrices* oldest = &kept_[0];
    if (!all_.empty()) rows = all_;
    for (Matrices& kept : kept_) {
        if (kept.h == h && std::ranges::equal(kept.rows, rows)) {
            kept.last_use = ++uses_;
            return kept;
        }
        if (kept.last_use < oldest->last_use) oldest = &kept;
    }
    oldest->h = h;
    oldest->last_use = ++uses_;
    if (all_.empty() && !own_.empty()) {
        Own& own = own_[static_cast<std::size_t>(oldest - kept_.data())];
        own.rows.assign(rows.begin(), rows.end());
        const std::size_t size = rows.size() * rows.size() * nodes * nodes;
        own.values.resize(2 * size);
        oldest->rows = own.rows;
        oldest->x = {own.values.data(), size};
        oldest->v = {own.values.data() + size, size};
    }
    fill(*oldest);
    return *oldest;
}

void NodeCompliance::fill(Matrices& matrices) const {
    const std::size_t rows = matrices.rows.size(), size = rows * nodes;
    std::ranges::fill(matrices.x, 0.0);
    std::ranges::fill(matrices.v, 0.0);
    for (std::size_t m = 0; m < n_; ++m) {
        const bool moved = std::ranges::any_of(matrices.rows, [&](std::size_t r) { return B_[r * n_ + m] != 0; });
        if (!moved) continue;
        for (std::size_t i = 0; i < nodes; ++i) {
            const double length = force_nodes.place[i] * matrices.h;
            const NodeResponse response = node_response(c_[m], k_[m], matrices.h, i);
            for (std::size_t a = 0; a < rows; ++a) {
                for (std::size_t b = 0; b < rows; ++b) {
                    const double both = B_[matrices.rows[a] * n_ + m] * B_[matrices.rows[b] * n_ + m];
                    if (both == 0) continue;
                    double* to_x = &matrices.x[(a * nodes + i) * size + b * nodes];
                    double* to_v = &matrices.v[(a * nodes + i) * size + b * nodes];
                    for (std::size_t j = 0; j < nodes; ++j) {
                        to_x[j] += both * length * length * response.place[j];
                        to_v[j] += both * length * response.rate[j];
                    }
                }
            }
        }
    }
}

}  // namespace jounce::time
