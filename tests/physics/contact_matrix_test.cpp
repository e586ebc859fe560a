// SPDX-License-Identifier: BSD-3-Clause
#include "contact_matrix.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>

namespace jounce::test::contact_matrix_test {
namespace {

TEST(ContactMatrix, DISABLED_Table) {
    const char* only = std::getenv("MATRIX_SCENES");
    const char* law_only = std::getenv("MATRIX_LAWS");
    const char* first_only = std::getenv("MATRIX_FIRST");
    for (const matrix::LawCase& law : matrix::law_cases()) {
        if (law_only != nullptr && std::string(law_only).find(law.kind) == std::string::npos) continue;
        if (first_only != nullptr && law.sample > 0) continue;
        try {
            matrix::Bench bench(law);
            if (const std::string fault = bench.reference_fault(); !fault.empty())
                std::printf("REFERENCE | %s.%d | %s | %s\n", law.kind.c_str(), law.sample, law.transition.c_str(), fault.c_str());
            for (const matrix::Scene& scene : matrix::scenes()) {
                if (only != nullptr && std::string(only).find(scene.name) == std::string::npos) continue;
                for (const time::MethodKind* method : time::method_family.kinds()) {
                    for (const time::Events events : {time::Events::locate, time::Events::stepwise}) {
                        if (method->name == "event_driven" && events == time::Events::stepwise) continue;
                        const matrix::Judgement j = bench.judge(scene, method->name, events);
                        const char* words[] = {"right", "WRONG", "refused"};
                        std::printf("%s | %s.%d | %s | %s | %s | %s | %.2e %.2e | order %.2f of %.2f | e %.6f of %.6f | %s\n",
                                    words[static_cast<int>(j.verdict)], law.kind.c_str(), law.sample, law.transition.c_str(), scene.name,
                                    method->name.c_str(), events == time::Events::locate ? "locate" : "stepwise", j.coarse, j.fine,
                                    j.found, j.expected, j.got.restitution.value_or(-1), j.want.restitution.value_or(-1), j.text.c_str());
                    }
                }
            }
            std::fflush(stdout);
        } catch (const Error& error) {
            std::printf("NO REFERENCE | %s.%d | %s | %s\n", law.kind.c_str(), law.sample, law.transition.c_str(), error.what());
        }
    }
}

}  // namespace
}  // namespace jounce::test::contact_matrix_test
