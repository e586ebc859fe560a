// kill -9 at fifty random moments of a run.
// SPDX-License-Identifier: BSD-3-Clause
#include "lua/kill_and_resume.hpp"

namespace jounce::test::kill_test {
namespace {

TEST(LongResume, EndsInTheSameBitsAfterFiftyKills) { KillAndResume(40).run(50, 0.4, 2); }

}  // namespace
}  // namespace jounce::test::kill_test
