// Damping matrices: ratios of the modes they give, what they leave undamped, and the texts of errors.
// SPDX-License-Identifier: BSD-3-Clause
#include "system/damping/damping.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace jounce::damping_test {
namespace {

using jounce::DampingMatrix;
using jounce::Value;
using jounce::linalg::Matrix;
using jounce::linalg::SparseMatrix;
using jounce::linalg::Vector;
using std::numbers::pi;

jounce::DampingPointer make(const std::string& kind, std::initializer_list<std::pair<std::string, Value>> fields) {
    jounce::Table table;
    table.set("family", "damping");
    table.set("kind", kind);
    for (const auto& [key, value] : fields) table.set(key, value);
    return jounce::damping_family.make(Value(std::move(table)), "model", "damping");
}

std::string message_of(const std::string& kind, std::initializer_list<std::pair<std::string, Value>> fields) {
    try {
        make(kind, fields);
    } catch (const jounce::Error& error) {
        return error.message();
    }
    return "no error";
}

Value list(std::initializer_list<double> numbers) { return jounce::List(numbers.begin(), numbers.end()); }

/// Free chain of n equal masses m and n - 1 springs k: mode j = 0 ... n-1 has frequency 2 sqrt(k/m) sin(j pi/2n) and shape
/// cos(j pi (i + 1/2)/n).
struct Chain {
    int n;
    double m, k;
    SparseMatrix M() const {
        SparseMatrix matrix(n, n);
        matrix.setIdentity();
        return m * matrix;
    }
    SparseMatrix K() const {
        SparseMatrix matrix(n, n);
        for (int i = 0; i + 1 < n; ++i) {
            matrix.coeffRef(i, i) += k;
            matrix.coeffRef(i + 1, i + 1) += k;
            matrix.coeffRef(i, i + 1) -= k;
            matrix.coeffRef(i + 1, i) -= k;
        }
        return matrix;
    }
    double omega(int j) const { return 2 * std::sqrt(k / m) * std::sin(j * pi / (2 * n)); }
    Vector shape(int j) const {
        Vector phi(n);
        for (int i = 0; i < n; ++i) phi(i) = std::cos(j * pi * (i + 0.5) / n);
        return phi / std::sqrt(m * phi.squaredNorm());
    }
};

TEST(RayleighDamping, IsTheCombinationOfItsFactors) {
    const Chain chain{5, 2, 300};
    const DampingMatrix damping = make("rayleigh", {{"alpha", 0.5}, {"beta", 1e-3}})->matrix(chain.M(), chain.K());
    EXPECT_TRUE(damping.proportional);
    EXPECT_EQ(damping.alpha, 0.5);
    EXPECT_EQ(damping.beta, 1e-3);
    EXPECT_LT((Matrix(damping.C) - 0.5 * Matrix(chain.M()) - 1e-3 * Matrix(chain.K())).norm(), 1e-15) << "two roundings";
    EXPECT_EQ(make("rayleigh", {{"alpha", 0.5}})->matrix(chain.M(), chain.K()).beta, 0);
}

TEST(RayleighDamping, HasTheRatiosAskedFor) {
    const Chain chain{6, 1.5, 4e4};
    const double f1 = chain.omega(1) / (2 * pi), f3 = chain.omega(3) / (2 * pi);
    for (const bool swapped : {false, true}) {
        const jounce::DampingPointer damping =
            swapped ? make("rayleigh", {{"ratio", list({0.03, 0.02})}, {"frequencies", list({f3, f1})}})
                    : make("rayleigh", {{"ratio", list({0.02, 0.03})}, {"frequencies", list({f1, f3})}});
        const SparseMatrix C = damping->matrix(chain.M(), chain.K()).C;
        const auto ratio = [&](int j) { return chain.shape(j).dot(C * chain.shape(j)) / (2 * chain.omega(j)); };
        EXPECT_NEAR(ratio(1), 0.02, 1e-14);
        EXPECT_NEAR(ratio(3), 0.03, 1e-14);
        EXPECT_GT(std::abs(ratio(2) - 0.025), 1e-4) << "a straight line through the two ratios would not be Rayleigh's";
    }
}

// The shaft of Xu et al. (2022), doi:10.3390/machines10090814, sec. 3.2, with 20 elements: 1 % at its first two elastic modes.
// The frequencies carry nine digits, so do the factors.
TEST(RayleighDamping, FactorsOfTheShaft) {
    const Chain chain{2, 1, 1};
    const DampingMatrix damping =
        make("rayleigh", {{"ratio", 0.01}, {"frequencies", list({477.668106, 1038.364300})}})->matrix(chain.M(), chain.K());
    EXPECT_NEAR(damping.alpha / 41.1128299390904792, 1, 2e-9);
    EXPECT_NEAR(damping.beta / 2.09962455242250933e-6, 1, 2e-9);
}

TEST(RayleighDamping, ALimitThatTouchesZeroIsAccepted) {
    const Chain chain{2, 1, 1};
    // A ratio proportional to the frequency is pure stiffness damping, one inversely proportional pure mass damping.
    EXPECT_EQ(
        make("rayleigh", {{"ratio", list({0.01, 0.03})}, {"frequencies", list({1.1, 3.3})}})->matrix(chain.M(), chain.K()).alpha,
        0);
    EXPECT_EQ(
        make("rayleigh", {{"ratio", list({0.03, 0.01})}, {"frequencies", list({1.1, 3.3})}})->matrix(chain.M(), chain.K()).beta,
        0);
}

TEST(RayleighDamping, ErrorsSayWhatIsWrong) {
    EXPECT_TRUE(message_of("rayleigh", {{"ratio", list({0.01, 0.05})}, {"frequencies", list({1, 2})}})
                    .starts_with("damping.rayleigh: these ratios require a negative alpha (-"));
    EXPECT_TRUE(message_of("rayleigh", {{"ratio", list({0.05, 0.01})}, {"frequencies", list({1, 2})}})
                    .starts_with("damping.rayleigh: these ratios require a negative beta (-"));
    EXPECT_EQ(message_of("rayleigh", {{"ratio", 0.01}, {"frequencies", list({3, 3})}}),
              "damping.rayleigh: 'frequencies' must be two different values, got 3 twice");
    EXPECT_EQ(message_of("rayleigh", {{"ratio", 0.01}, {"frequencies", list({0, 3})}}),
              "damping.rayleigh: 'frequencies' must be positive, got 0");
    EXPECT_EQ(message_of("rayleigh", {{"ratio", 0.01}, {"frequencies", list({3})}}),
              "damping.rayleigh: 'frequencies' must be a list of two, got 1");
    EXPECT_EQ(message_of("rayleigh", {{"ratio", 0.01}}),
              "damping.rayleigh: 'ratio' and 'frequencies' must be given together, got only 'ratio'");
    EXPECT_EQ(message_of("rayleigh", {{"alpha", 1}, {"ratio", 0.01}, {"frequencies", list({1, 2})}}),
              "damping.rayleigh: only one of 'alpha' or 'ratio' may be given, got 'alpha' and 'ratio'");
    EXPECT_EQ(message_of("rayleigh", {}), "damping.rayleigh: 'alpha' and 'beta', or 'ratio' and 'frequencies' are required");
    EXPECT_EQ(message_of("rayleigh", {{"alpha", -1}}), "damping.rayleigh: 'alpha' must be zero or positive, got -1");
    EXPECT_EQ(message_of("rayleigh", {{"ratio", -0.1}, {"frequencies", list({1, 2})}}),
              "damping.rayleigh: 'ratio' must be zero or positive, got -0.1");
    EXPECT_EQ(message_of("rayleigh", {{"ratio", list({0.1, 0.1, 0.1})}, {"frequencies", list({1, 2})}}),
              "damping.rayleigh: 'ratio' must be a number or a list of two, one for each frequency, got {0.1, 0.1, 0.1}");
}

// Phi^T C Phi is diagonal with 2 zeta omega, by the closed-form modes of the chain; the rigid one gets nothing.
TEST(ModalDamping, DampsEveryElasticModeByItsRatio) {
    const Chain chain{12, 0.8, 9e5};
    const DampingMatrix damping = make("modal", {{"ratio", 0.04}})->matrix(chain.M(), chain.K());
    EXPECT_FALSE(damping.proportional);
    const Matrix C = damping.C;
    EXPECT_EQ((C - C.transpose()).norm(), 0);
    const double scale = 2 * 0.04 * chain.omega(11);  // the largest entry; rounding is relative to it
    for (int i = 0; i < chain.n; ++i) {
        for (int j = 0; j < chain.n; ++j) {
            const double expected = i == j ? 2 * 0.04 * chain.omega(i) : 0;
            EXPECT_NEAR(chain.shape(i).dot(C * chain.shape(j)), expected, 1e-12 * scale) << i << ", " << j;
        }
    }
}

TEST(ModalDamping, AListBelongsToTheLowestElasticModes) {
    const Chain chain{6, 1, 1e4};
    const SparseMatrix C = make("modal", {{"ratio", list({0.1, 0, 0.3})}})->matrix(chain.M(), chain.K()).C;
    const double expected[] = {0, 0.1, 0, 0.3, 0, 0};
    for (int j = 0; j < chain.n; ++j) {
        EXPECT_NEAR(chain.shape(j).dot(C * chain.shape(j)), 2 * expected[j] * chain.omega(j), 1e-11) << j;
    }
}

TEST(ModalDamping, ErrorsSayWhatIsWrong) {
    EXPECT_EQ(message_of("modal", {}), "damping.modal: 'ratio' is required (number or list of numbers)");
    EXPECT_EQ(message_of("modal", {{"ratio", -1}}), "damping.modal: 'ratio' must be zero or positive, got -1");
    EXPECT_EQ(message_of("modal", {{"ratio", "much"}}), "damping.modal: 'ratio' must be a number, zero or positive, got 'much'");
    const auto at_assembly = [](const SparseMatrix& M, const SparseMatrix& K, const Value& ratio = 0.1) {
        try {
            (void)make("modal", {{"ratio", ratio}})->matrix(M, K);
        } catch (const jounce::Error& error) {
            return error.message();
        }
        return std::string("no error");
    };
    const Chain large{2001, 1, 1};
    EXPECT_EQ(at_assembly(large.M(), large.K()),
              "damping.modal: the model must have at most 2000 free coordinates, because the damping matrix is full, got 2001; "
              "reduce the model with jounce.reduce, which needs no such matrix, or use damping.rayleigh");
    const Chain chain{3, 1, 1};
    EXPECT_EQ(at_assembly(0 * chain.M(), chain.K()),
              "damping.modal: the mass matrix must be positive definite, but some free coordinate has no inertia");
    // The free chain of three has a rigid mode and two elastic ones.
    EXPECT_EQ(at_assembly(chain.M(), chain.K(), list({0.1, 0.1, 0.1, 0.1, 0.1, 0.1})),
              "damping.modal: 'ratio' must have at most one value for each of the model's 2 elastic modes, got 6 values");
    EXPECT_EQ(at_assembly(chain.M(), chain.K(), list({0.1, 0.1})), "no error");
}

}  // namespace

}  // namespace jounce::damping_test
