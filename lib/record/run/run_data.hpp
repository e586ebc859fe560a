// The data of a finished run.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/files/long_vector.hpp"
#include "record/run/run.hpp"
#include "record/series/dense_output.hpp"
#include "record/series/onsets.hpp"
#include "record/series/series.hpp"
#include "record/summary/summary.hpp"
#include "time/account/dissipation.hpp"

namespace jounce::record {

struct Run::Data {
    std::shared_ptr<const System> system;  ///< as integrated
    std::shared_ptr<const System> assembled;
    time::InitialState::Own end;
    double begin_time = 0;  ///< [s]
    Series series;
    std::unique_ptr<DenseOutput> dense;  ///< null where every step was recorded
    Onsets onsets;
    time::DissipationLog dissipation;
    LongVector<time::Impact> impacts;
    LongVector<time::FrictionEvent> friction_events;
    Summary summary;
    Table table;  ///< of the summary
    std::string folder;
    std::string output_root;
};

}  // namespace jounce::record
