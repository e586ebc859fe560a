// Files that only this program reads: a line with the format, the length of the content, the content, a checksum of all of them.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/files/archive.hpp"
#include "base/messages/error.hpp"

namespace jounce {

struct FileFormat {
    std::string_view noun;     ///< for messages: "a checkpoint"
    std::string_view name;     ///< begin of the first line, with a space at its end
    std::string_view version;  ///< rest of it; a file of another version is refused
};

/// \param key added to the checksum, but not to the file
[[nodiscard]] std::string seal(const FileFormat& format, std::string_view content, std::string_view key = {});

/// The content of a file, before its checksum is compared, because the key may be a part of the content.
struct Unsealed {
    std::string content;
    Checksum sum;  ///< of all bytes before the checksum
    std::uint64_t stored = 0;

    [[nodiscard]] bool intact(std::string_view key = {}) const;
};
/// \param refused the error for a file that "is not a checkpoint", "has format ...", "is cut short"
[[nodiscard]] Unsealed unseal(const FileFormat& format, std::string bytes,
                              const std::function<Error(const std::string& why)>& refused);

/// Why a file is refused whose checksum differs.
inline constexpr const char* other_checksum = "is damaged: its checksum differs";

}  // namespace jounce
