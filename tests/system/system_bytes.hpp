// A System as bytes and back, as reduced models are stored in files.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <string>

#include "base/files/archive.hpp"
#include "system/archive/system_archive.hpp"

namespace jounce::test {

inline std::string bytes_of(const System& system) {
    ArchiveWriter archive;
    write_system(archive, system, "test");
    return archive.bytes();
}
inline std::shared_ptr<const System> system_in(const std::string& bytes) {
    ArchiveReader archive("file", bytes);
    auto out = read_system(archive);
    archive.end();
    return out;
}

}  // namespace jounce::test
