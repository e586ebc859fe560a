// Scripts, contained: a case is checked (every model is built and assembled, no run is computed), or a message says why not.
// SPDX-License-Identifier: BSD-3-Clause
#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include "commands/commands.hpp"
#include "fuzzing.hpp"
#include "script/script.hpp"

namespace {

using namespace jounce;

/// Interrupts a script that computes for long, as Ctrl-C does.
class Watchdog {
  public:
    Watchdog() {
        std::thread([this] {
            for (unsigned last = 0;;) {
                std::this_thread::sleep_for(std::chrono::seconds(1));
                const unsigned now = count;
                if (now % 2 == 1 && now == last) ::kill(::getpid(), SIGINT);
                last = now;
            }
        }).detach();
    }
    std::atomic<unsigned> count = 0;  ///< odd while a script runs
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const fuzz::Scratch folder;
    static Watchdog watchdog;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    // A bound of memory (--memory) is the kernel's, for the process; without it a script may fill what there is.
    if (text.find("rep") != text.npos || text.find("..") != text.npos) return 0;
    const std::string file = folder.write("case.lua", data, size);
    lua::CaseCommand command;
    command.file = file;
    command.quiet = true;
    const auto context = lua::make_context(command, lua::Purpose::check);
    ++watchdog.count;
    const auto caught = lua::run_script(file, context);
    ++watchdog.count;
    if (caught) {
        const std::string message = caught->error.what();
        // A script may raise an error with this text itself, which is then no failure of the computation.
        fuzz::require(caught->error.failure() != Failure::computation || message.find("internal error: ") == message.npos,
                      message);
    }
    return 0;
}
