// kill -9 at random moments of a run, until it was resumed fifty times.
// SPDX-License-Identifier: BSD-3-Clause
#include "lua/kill_and_resume.hpp"

namespace jounce::test::kill_test {
namespace {

TEST(LongResume, EndsInTheSameBitsAfterFiftyResumptions) { KillAndResume(40).run(50, 2); }

}  // namespace
}  // namespace jounce::test::kill_test
