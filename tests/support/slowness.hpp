// How slow a build is.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

namespace jounce::test {

/// How many times the time of a release build a test may take (CMakeLists.txt has the same factor in the time limits of ctest).
#ifdef JOUNCE_SANITIZED
inline constexpr int slowness = 10;
#else
inline constexpr int slowness = 1;
#endif

}  // namespace jounce::test
