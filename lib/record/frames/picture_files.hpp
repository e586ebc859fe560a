// Pictures as files: one .vtu, or on the ranks of mpirun a .vtu piece by each rank with a .pvtu over them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "record/frames/picture.hpp"

namespace jounce::record {

/// The part of this process in writing pictures that several processes have alike.
struct Share {
    int rank = 0;
    int ranks = 1;
};

/// The cells [cells i / n, cells (i + 1) / n) of a picture of n pieces, with their points in the order of the picture. Points at
/// the border belong to several pieces. \param index i
[[nodiscard]] Picture piece_of(const Picture& picture, int index, int pieces);

/// The whole .pvtu file. \param files the pieces, relative to it
[[nodiscard]] std::string pvtu_text(const Picture& picture, const std::vector<std::string>& files);

/// Writes `<stem>.vtu`; pictures of at least 1000 cells for each rank as pieces `<stem>_<rank>.vtu`, each by its rank, and
/// `<stem>.pvtu`. What is not a piece is written by rank 0.
/// \param stem relative to the folder \returns the file over all points, relative to the folder
/// \throws Error (computation) naming the array when a value is not finite, or when a file cannot be written
std::string write_picture(const std::filesystem::path& folder, const std::string& stem, const Picture& picture,
                          const Share& share);

}  // namespace jounce::record
