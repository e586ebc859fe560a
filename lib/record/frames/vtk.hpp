// Pictures as .vtu text: unstructured grid, double precision, inline binary. Only vtk.cpp uses VTK.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "record/frames/picture.hpp"

namespace jounce::record {

/// The whole file. Inline and compressed, as appended data written by VTK 9.1 is refused by ParaView 5.11.
/// \throws Error (computation) naming the array when a value is not finite, or when VTK fails
[[nodiscard]] std::string vtu_text(const Picture& picture);

}  // namespace jounce::record
