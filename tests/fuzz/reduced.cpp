// A reduced model whose file has a valid checksum and invalid contents: it is refused, or it takes steps with finite numbers.
// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <cstring>

#include "fuzzing.hpp"
#include "record/reduced_cases.hpp"

namespace {

using namespace jounce;
namespace cases = test::reduced_cases;

/// The file of a reduced beam, without its checksum.
std::string sealed() {
    const std::string bytes = record::reduced_bytes(cases::reduced(cases::rod()), "save");
    return bytes.substr(0, bytes.size() - sizeof(std::uint64_t));
}

void load_and_run(std::string forged) {
    Checksum checksum;
    checksum.add(forged);
    const std::uint64_t value = checksum.value();
    forged.append(reinterpret_cast<const char*>(&value), sizeof value);
    modal::Reduction reduction;
    if (!fuzz::accepted([&] { reduction = record::reduced_in(forged, "model.jounce", "reduced"); })) return;
    fuzz::accepted([&] {
        const record::RunOptions options =
            test::options_of({{"method", cases::kind("method", "newmark", {})},
                              {"step", 1e-5},
                              {"duration", 5e-5},
                              {"record", test::table({{"probes", test::words({"stop.gap", "rod[11].uy", "energy.strain"})}})}});
        const record::Run run = execute(reduction.system, options, record::Session{});
        for (const char* probe : {"stop.gap", "rod[11].uy", "energy.strain"})
            for (const double x : run.series(probe)) fuzz::require(std::isfinite(x), std::string(probe) + " is not finite");
    });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const std::string file = sealed();
    // The true bytes of the file with others in between: (place, length, bytes)...; random bytes are refused at their first
    // length.
    std::string forged = file;
    for (std::size_t at = 0; at + 4 <= size;) {
        const std::size_t place = 31 + (data[at] * 65536U + data[at + 1] * 256U + data[at + 2]) % (forged.size() - 31);
        const std::size_t length = 1 + data[at + 3] % 16U;
        at += 4;
        for (std::size_t i = 0; i < length && at < size && place + i < forged.size(); ++i)
            forged[place + i] = static_cast<char>(data[at++]);
    }
    load_and_run(std::move(forged));
    return 0;
}
