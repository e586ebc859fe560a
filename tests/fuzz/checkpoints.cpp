// A checkpoint whose files have valid checksums and invalid contents: it is refused, or the run continues to its end with finite
// numbers.
// SPDX-License-Identifier: BSD-3-Clause
#include <cstring>

#include "fuzzing.hpp"
#include "record/checkpoint_cases.hpp"
#include "record/run/run_checks.hpp"

namespace {

using namespace jounce;
namespace cases = test::checkpoint_cases;
namespace fs = std::filesystem;

/// A run of 100 steps that was interrupted.
struct Begun {
    fuzz::Scratch root;
    std::shared_ptr<const System> system = test::system_of(cases::shaken("flores"));
    record::RunOptions options = cases::shaken_options("newmark", 2e-3, false);
    record::Session session = test::session_in(root.path());
    fs::path out = root.path() / "out", kept = root.path() / "kept";
    record::RunIdentity identity = record::run_identity(*system, options, record::owner_of(*system, session));
    std::string content, events, records;  ///< of its checkpoint and the two files beside it

    Begun() {
        int asked = 0;
        session.interrupted = [&asked] { return ++asked > 3; };
        fuzz::require(execute(system, options, session).interrupted(), "the run was to be interrupted");
        session.interrupted = {};
        session.resume = true;
        session.log = [](const std::string&) {};
        fs::copy(out, kept, fs::copy_options::recursive);
        events = test::text_of(out / "checkpoint.events");
        records = test::text_of(out / "checkpoint.series");
        // The bytes after the identity, without the checksum.
        ArchiveWriter head;
        const std::string bytes = test::text_of(out / "checkpoint.bin");
        const std::string before = before_content();
        const std::size_t at = bytes.find(before);
        fuzz::require(at != std::string::npos, "the checkpoint has another head");
        content = bytes.substr(at + before.size(), bytes.size() - 8 - at - before.size());
    }
    /// The bytes of the identity, as an empty checkpoint has them.
    [[nodiscard]] std::string before_content() const {
        const fs::path file = root.path() / "empty.bin";
        record::write_checkpoint(file, identity, "");
        const std::string bytes = test::text_of(file);
        const std::size_t begin = bytes.find('\n') + 1 + 8;
        return bytes.substr(begin, bytes.size() - 8 - begin);
    }
    /// Writes a file beside the checkpoint. \param place of its checksum in the content of the checkpoint
    void forge(const char* name, const std::string& bytes, std::string& forged, std::size_t place) const {
        Checksum checksum;
        checksum.add(bytes);
        const std::uint64_t value = checksum.value();
        std::memcpy(forged.data() + place, &value, sizeof value);
        std::ofstream(out / name, std::ios::binary) << bytes;
    }
    /// \param file 0: the checkpoint is forged; 1: its events; 2: its records
    void resume(unsigned file, const std::string& bytes) {
        fs::remove_all(out);
        fs::copy(kept, out, fs::copy_options::recursive);
        std::string forged = file == 0 ? bytes : content;
        // It begins with FilesWritten: numbers of eight bytes, the seventh and the twelfth are the checksums.
        if (file == 1) forge("checkpoint.events", bytes, forged, 11 * sizeof(std::uint64_t));
        if (file == 2) forge("checkpoint.series", bytes, forged, 6 * sizeof(std::uint64_t));
        record::write_checkpoint(out / "checkpoint.bin", identity, forged);
        session.outputs->clear();
        session.locks->clear();
        fuzz::accepted([&] { static_cast<void>(execute(system, options, session)); });
        for (const char* name : {"series.csv", "impacts.csv", "energy.csv"}) {
            std::string rows = test::text_of(out / name);
            rows.erase(0, rows.find("\n", rows.find("time")));
            fuzz::require(rows.find("nan") == std::string::npos && rows.find("inf") == std::string::npos,
                          std::string(name) + ": a number is not finite");
        }
    }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static Begun begun;
    if (size == 0) return 0;
    // The true bytes of a file with others in between: (place, length, bytes)...; random bytes are refused at their first length.
    const unsigned file = data[0] % 3U;
    std::string forged = file == 0 ? begun.content : file == 1 ? begun.events : begun.records;
    for (std::size_t at = 1; at + 3 <= size;) {
        const std::size_t place = (data[at] * 256U + data[at + 1]) % forged.size();
        const std::size_t length = 1 + data[at + 2] % 16U;
        at += 3;
        for (std::size_t i = 0; i < length && at < size && place + i < forged.size(); ++i)
            forged[place + i] = static_cast<char>(data[at++]);
    }
    begun.resume(file, forged);
    return 0;
}
