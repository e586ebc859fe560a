// The summary of a run: steps, Newton iterations, impacts, the energy balance, cost; as data and as text.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/fields/output.hpp"
#include "time/account/energy.hpp"
#include "time/account/friction_log.hpp"
#include "time/account/impacts.hpp"
#include "time/march/march.hpp"

namespace jounce::record {

/// The contact phases of one gap, in short.
struct GapSummary {
    std::string gap;
    int impacts = 0;
    double peak_force = 0;       ///< largest of all phases [N]
    double max_indentation = 0;  ///< [m]
    double work = 0;             ///< lost in all phases [J]
    /// Smallest and largest delivered restitution of phases whose law has `restitution`; empty: there are none.
    std::optional<std::pair<double, double>> delivered;
};

/// The events of one friction, in short.
struct FrictionSummary {
    std::string friction;
    int sticks = 0, slips = 0, reversals = 0;
    bool set_valued = false;
};

/// One for each gap of the System, and for each of its frictions.
[[nodiscard]] std::vector<GapSummary> gap_summaries(const System& system, const LongVector<time::Impact>& impacts);
[[nodiscard]] std::vector<FrictionSummary> friction_summaries(const System& system,
                                                              const LongVector<time::FrictionEvent>& events);

/// For each gap: an indentation beyond the limit of its law, and impacts with a restitution that differs from the law's
/// by more than 0.1. The ratio of a gap's speeds is not that of two free bodies where the structure pushes during the
/// contact.
[[nodiscard]] std::vector<std::string> contact_notes(const System& system, const std::vector<GapSummary>& gaps,
                                                     const LongVector<time::Impact>& impacts);

/// The energy balance at the end.
struct EnergySummary {
    time::EnergyTerms terms;
    double work_done = 0;          ///< scale of the remainder [J]
    double largest_remainder = 0;  ///< [J], at the rows evaluated
    double budget = 0;             ///< allowed largest remainder over work done
    int every = 1;                 ///< steps between evaluations
    bool own_steps = false;        ///< the method chose its steps by a tolerance

    /// Largest remainder over work done; 0 when nothing moved.
    [[nodiscard]] double relative() const { return work_done > 0 ? largest_remainder / work_done : 0.0; }
    [[nodiscard]] bool within_budget() const { return relative() <= budget; }
};

/// A file of the output folder and its content: "series.csv", 10001, "rows".
struct WrittenFile {
    std::string name;
    std::int64_t count = 0;
    std::string unit;
};

struct Summary {
    std::string case_file, model, digest;
    std::string status = "done";  ///< done, interrupted or failed
    std::string message;          ///< of a failure
    std::string method;
    std::string model_line;  ///< its mass and size, the head of the text
    std::string chosen;      ///< method, step and reason, if the script gives neither
    double step = 0, duration = 0;
    bool steps_vary = false;  ///< chosen by a tolerance: `step` is the longest one, or the interval between records
    double simulated = 0;     ///< time of the accepted steps [s]
    std::optional<double> recommended_step;  ///< by the contact times expected before the run [s]
    double end_time = 0;                     ///< of the last accepted state [s]
    time::MarchReport march;
    bool counted = true;  ///< false if the run failed: only its steps are known
    std::vector<GapSummary> gaps;
    std::vector<FrictionSummary> frictions;
    int missed_contacts = 0;
    double clamped_impulse = 0;  ///< [N s]
    int fell_through = 0;
    int floored_contacts = 0;             ///< began below their law's minimum_speed
    std::vector<std::string> facts;       ///< as in `jounce check`; of runs with a folder
    std::optional<EnergySummary> energy;  ///< empty when switched off
    std::vector<std::string> notes;
    std::string folder;
    std::vector<WrittenFile> files;

    [[nodiscard]] int impacts() const;
    /// Newton iterations per step in contact; 0 without contact.
    [[nodiscard]] double iterations_per_contact_step() const;
    [[nodiscard]] double nanoseconds_per_step() const;
};

/// The fields of the tables in summary.lua and run.summary.
[[nodiscard]] const Outputs<GapSummary>& gap_summary_outputs();
[[nodiscard]] const Outputs<FrictionSummary>& friction_summary_outputs();
[[nodiscard]] const Outputs<EnergySummary>& energy_summary_outputs();
[[nodiscard]] const Outputs<Summary>& summary_outputs();
/// Several lines, the last one without line break; warnings begin with "warning".
[[nodiscard]] std::string summary_text(const Summary& summary);

}  // namespace jounce::record
