// A vector with readable zeros before its first and after its last entry, so that a banded product needs no border cases.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <span>

#include "linalg/basics/types.hpp"

namespace jounce::linalg {

/// n values between zeros: at least `margin` before the first and `margin` + 7 after the last may be read (the last
/// packet of rows reads on); only data()[0 .. n-1] may be written. Value semantics; assigning a vector of equal shape
/// does not allocate.
class PaddedVector {
  public:
    PaddedVector() = default;
    PaddedVector(int size, int margin) : size_(size), front_(rounded(margin)) {
        storage_ = Vector::Zero(front_ + size_ + front_ + 8);
    }

    int size() const noexcept { return size_; }
    double* data() noexcept { return storage_.data() + front_; }
    const double* data() const noexcept { return storage_.data() + front_; }
    double& operator[](int i) noexcept { return data()[i]; }
    double operator[](int i) const noexcept { return data()[i]; }
    std::span<double> span() noexcept { return {data(), static_cast<std::size_t>(size_)}; }
    std::span<const double> span() const noexcept { return {data(), static_cast<std::size_t>(size_)}; }
    Eigen::Map<Vector> vector() noexcept { return {data(), size_}; }
    Eigen::Map<const Vector> vector() const noexcept { return {data(), size_}; }

  private:
    // Whole cache lines, so that data() is as well aligned as what Eigen allocates.
    static int rounded(int margin) { return (margin + 7) / 8 * 8; }

    int size_ = 0;
    int front_ = 0;
    Vector storage_;
};

}  // namespace jounce::linalg
