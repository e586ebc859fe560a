// A run by the method that the script names, or by those that are chosen for it, one after the other.
// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "base/error.hpp"
#include "record/choice.hpp"
#include "record/folder.hpp"
#include "record/run_checks.hpp"

namespace jounce::record {

Run execute(std::shared_ptr<const System> system, const RunOptions& options, const Session& session) {
    if (!options.method) check_run(*system, options, session);
    const std::vector<Choice> chosen = choices(*system, options);
    std::optional<OtherOptions> of_another;  // of --resume: what is there belongs to the method that stood in, perhaps
    for (std::size_t i = 0;; ++i) {
        const bool last = i + 1 == chosen.size();
        try {
            return execute_choice(system, chosen[i], session);
        } catch (const OtherOptions& error) {
            if (!of_another) of_another = error;
            if (last) throw *of_another;
            continue;
        } catch (const Error& error) {
            // A script that names no method has no failure of one; what a user's function does wrong, it does again.
            const bool of_the_method = error.failure() == Failure::computation && !error.origin().known();
            if (last || !of_the_method) throw;
            if (session.log) session.log("chosen anew: " + error.message());
        }
        if (!options.output.empty()) leave_folder(output_path(options.output, session.output_root, "run: 'output'"), session);
    }
}

}  // namespace jounce::record
