// Files of collisions: one as CSV, one or several as a picture of force over indentation and over time.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "contact/impacts/free_impact.hpp"
#include "record/files/csv.hpp"

namespace jounce::record {

/// Time, indentation, rate and force, one row for each sample. Missing folders are created; a reader sees the old file
/// or the new one, never a partial one.
/// \throws Error naming the file when it cannot be written
void write_collision(const std::filesystem::path& file, const FileHead& head,
                     const std::vector<contact::FreeImpactSample>& samples);

struct CollisionCurve {
    std::string name;
    std::vector<contact::FreeImpactSample> samples;
};

/// Force over indentation (the enclosed area is the energy lost) beside force over time; .svg or .png by the file's
/// ending.
/// \param subject the beginning of messages
/// \param proceed as record::draw
/// \throws Error as record::draw
void plot_collisions(const std::string& subject, const std::vector<CollisionCurve>& curves, const std::string& title,
                     const std::filesystem::path& file, const std::function<void()>& proceed = {});

}  // namespace jounce::record
