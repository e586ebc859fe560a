// The only failure of a factorisation: a pivot is zero, NaN or a rounding error. Higher floors translate its row.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <stdexcept>
#include <string>

namespace jounce::linalg {

class SingularMatrix : public std::runtime_error {
  public:
    SingularMatrix(int row_, double pivot_)
        : std::runtime_error("singular matrix: the pivot of row " + std::to_string(row_) + " is " + std::to_string(pivot_)),
          row(row_),
          pivot(pivot_) {}

    int row;       ///< zero-based, in the numbering of the given matrix
    double pivot;  ///< the value found: zero, NaN, or a rounding error
};

}  // namespace jounce::linalg
