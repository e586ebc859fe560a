// The part of a structure that is too thin for its stiffness in bending to be told from that in shear and stretching.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "system/state/system.hpp"

namespace jounce::modal {

/// "shell 'plate' is 1e-08 of its length thick, and double precision resolves bending down to about 1e-06": the thinnest shell or
/// beam if it is below 3e-6; else empty. Bending is as soft beside shear and stretching as the square of that ratio; 2^-52 is the
/// square of 1.5e-8, and the low modes of n elements along the length take a factor of n^2.
[[nodiscard]] std::string thin_part(const System& system);

/// The text behind a semicolon, or nothing.
[[nodiscard]] std::string because_thin(const System& system);

}  // namespace jounce::modal
