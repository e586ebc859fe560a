// A run with the method of the script, or with the methods chosen automatically, one after the other.
// SPDX-License-Identifier: BSD-3-Clause
#include <optional>

#include "base/messages/error.hpp"
#include "record/files/folder.hpp"
#include "record/run/choice.hpp"
#include "record/run/run_checks.hpp"
#include "system/mechanism/singular_configuration.hpp"
#include "time/events/chattering.hpp"

namespace jounce::record {

Run execute(std::shared_ptr<const System> system, const RunOptions& options, const Session& session) {
    if (!options.method) check_run(*system, options, session);
    const std::vector<Choice> chosen = choices(*system, options);
    std::optional<OtherOptions> of_another;  // with --resume: the folder may contain results of the replacement method
    for (std::size_t i = 0;; ++i) {
        const bool last = i + 1 == chosen.size();
        try {
            return execute_choice(system, chosen[i], session);
        } catch (const OtherOptions& error) {
            if (!of_another) of_another = error;
            if (last) throw *of_another;
            continue;
        } catch (const Error& error) {
            // Only a failure of the chosen method is a reason to try the next one; an error in a user's function would
            // occur again, no method passes a dead point that stops event_driven, and a contact chatters under all that locate
            // its onsets.
            const bool of_the_method = error.failure() == Failure::computation && !error.origin().known() &&
                                       !is_dead_point(error.message()) && !time::is_chattering(error.message());
            if (last || !of_the_method) throw;
            if (session.log) session.log("chosen anew: " + error.message());
        }
        if (!options.output.empty()) leave_folder(output_path(options.output, session.output_root, "run: 'output'"), session);
    }
}

}  // namespace jounce::record
