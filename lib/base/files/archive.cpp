// Converts values to bytes and back, for files that only this program reads. Every length is checked; doubles keep their bits.
// SPDX-License-Identifier: BSD-3-Clause
#include "base/files/archive.hpp"

#include "base/messages/error.hpp"

namespace jounce {

void Checksum::add(std::string_view bytes) {
    // G. Fowler, L. C. Noll, K.-P. Vo (1991).
    for (const char c : bytes) value_ = (value_ ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
}

void ArchiveReader::raw(void* data, std::size_t size) {
    if (size > bytes_.size() - at_) throw bad_case(name_ + ": is damaged: it is truncated");
    if (size > 0) std::memcpy(data, bytes_.data() + at_, size);
    at_ += size;
}

std::size_t ArchiveReader::length(std::size_t each) {
    std::uint64_t size = 0;
    one(size);
    if (size > (bytes_.size() - at_) / each) throw bad_case(name_ + ": is damaged: a length exceeds the rest of the file");
    return static_cast<std::size_t>(size);
}

void ArchiveReader::require(bool holds, const char* what) const {
    if (!holds) throw bad_case(name_ + ": is damaged: " + what);
}

void ArchiveReader::end() const {
    if (at_ != bytes_.size()) {
        throw bad_case(name_ + ": is damaged: " + std::to_string(bytes_.size() - at_) + " bytes are left over");
    }
}

}  // namespace jounce
