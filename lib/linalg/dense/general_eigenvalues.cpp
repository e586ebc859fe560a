// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/dense/general_eigenvalues.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace jounce::linalg {

namespace {

using Complex = std::complex<double>;

std::vector<Complex> unsorted(const Matrix& A);

/// Those of a matrix of low rank r, A = Q S with r columns of Q: those of S Q, and zeros. What is left out is below the rounding
/// of A. \returns nothing where r is more than half of the size
std::vector<Complex> of_low_rank(const Matrix& A) {
    const Eigen::ColPivHouseholderQR<Matrix> qr(A);
    const Eigen::Index n = A.rows(), r = qr.rank();
    if (2 * r > n) return {};
    const Matrix Q = qr.householderQ() * Matrix::Identity(n, r);
    const Matrix R = qr.matrixR().topRows(r).triangularView<Eigen::Upper>();
    std::vector<Complex> out = unsorted((R * qr.colsPermutation().transpose()) * Q);
    out.resize(static_cast<std::size_t>(n));
    return out;
}

std::vector<Complex> unsorted(const Matrix& A) {
    constexpr Eigen::Index large = 200;  // the iteration costs several times as much as the factorisation
    if (!A.allFinite()) throw std::runtime_error("eigenvalues: an entry is not finite");
    if (A.rows() > large) {
        if (std::vector<Complex> found = of_low_rank(A); !found.empty()) return found;
    }
    const Eigen::EigenSolver<Matrix> solver(A, false);
    if (solver.info() != Eigen::Success) throw std::runtime_error("eigenvalues: the general solver did not converge");
    const auto& found = solver.eigenvalues();
    return {found.data(), found.data() + found.size()};
}

void sort_downwards(std::vector<Complex>& values) {
    std::stable_sort(values.begin(), values.end(), [](const Complex& a, const Complex& b) {
        const double x = std::abs(a), y = std::abs(b);
        // Both of a conjugate pair have the same modulus to the last digit.
        return x != y ? x > y : a.imag() > b.imag();
    });
}

}  // namespace

std::vector<Complex> general_eigenvalues(const Matrix& A) {
    std::vector<Complex> out = unsorted(A);
    sort_downwards(out);
    return out;
}

std::vector<Complex> product_eigenvalues(const std::vector<Matrix>& factors) {
    const auto n = static_cast<Eigen::Index>(factors.size());
    if (n == 1) return general_eigenvalues(factors.front());
    const Eigen::Index size = factors.front().rows();
    Matrix cyclic = Matrix::Zero(n * size, n * size);
    for (Eigen::Index k = 0; k < n; ++k)
        cyclic.block(((k + 1) % n) * size, k * size, size, size) = factors[static_cast<std::size_t>(k)];
    std::vector<Complex> powers = unsorted(cyclic);
    for (Complex& value : powers) value = std::pow(value, static_cast<int>(n));
    sort_downwards(powers);
    // The n roots of one value appear as n close neighbours.
    std::vector<Complex> out;
    std::vector<char> taken(powers.size());
    for (std::size_t i = 0; i < powers.size(); ++i) {
        if (taken[i] != 0) continue;
        std::vector<std::size_t> near;
        for (std::size_t j = i; j < powers.size(); ++j)
            if (taken[j] == 0) near.push_back(j);
        const std::size_t count = std::min(near.size(), static_cast<std::size_t>(n));
        std::partial_sort(
            near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end(),
            [&](std::size_t a, std::size_t b) { return std::abs(powers[a] - powers[i]) < std::abs(powers[b] - powers[i]); });
        Complex sum = 0;
        for (std::size_t j = 0; j < count; ++j) {
            sum += powers[near[j]];
            taken[near[j]] = 1;
        }
        out.push_back(sum / static_cast<double>(count));
    }
    // Rounding gives the roots of a real value an imaginary part.
    for (Complex& value : out)
        if (std::abs(value.imag()) <= 1e-13 * std::abs(value)) value = value.real();
    sort_downwards(out);
    return out;
}

double log_determinant(const Matrix& A) { return A.partialPivLu().matrixLU().diagonal().cwiseAbs().array().log().sum(); }

}  // namespace jounce::linalg
