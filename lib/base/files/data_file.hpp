// A file of data that a case names: a table of numbers, a mesh, a reduced model.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/files/input_file.hpp"

namespace jounce {

/// From here on this process opens files of data only in these folders, as it does by `open_below`. This is permanent, as what
/// the kernel refuses to a process is; it is called once, before the script and its threads. \param words "below the working
/// folder", for messages
void keep_data_files_below(std::vector<std::string> folders, std::string words);

/// A regular file in a readable folder. What is outside is refused with one message, whether it exists or not.
class DataFile : public InputFile {
  public:
    explicit DataFile(const std::filesystem::path& path);
};

}  // namespace jounce
