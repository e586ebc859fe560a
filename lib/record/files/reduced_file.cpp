// A reduced model as one file: its System and the report of its reduction.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/files/reduced_file.hpp"

#include <utility>

#include "base/files/data_file.hpp"
#include "base/files/sealed_bytes.hpp"
#include "base/messages/error.hpp"
#include "record/files/folder.hpp"
#include "system/archive/system_archive.hpp"

namespace jounce::modal {

template <class Archive>
void transfer(Archive& archive, Either<Compared> auto& compared) {
    auto& [name, full, reduced] = compared;
    archive(name, full, reduced);
}

template <class Archive>
void transfer(Archive& archive, Either<ReductionReport> auto& report) {
    auto& [model, method, full_size, size, rigid, modes, static_vectors, dropped, interface, highest, complete, frequencies,
           compliances, loads, mass, displacement_lost, velocity_lost, notes] = report;
    archive(model, method, full_size, size, rigid, modes, static_vectors, dropped, interface, highest, complete, frequencies,
            compliances, loads, mass, displacement_lost, velocity_lost, notes);
}

}  // namespace jounce::modal

namespace jounce::record {

namespace fs = std::filesystem;

namespace {

constexpr FileFormat reduced_format{"a reduced model", "jounce reduced model ", "3"};

struct Refused {
    std::string where;
    Error operator()(const std::string& why) const { return bad_case(where + ": " + why); }
};
Refused refusal(const fs::path& file, const std::string& subject) { return {subject + ": 'file' " + file.string()}; }

std::string whole_file(const fs::path& file, const Refused& refused) {
    DataFile in(file);
    if (!in) throw refused("cannot be read: " + in.reason());
    in.seekg(0, std::ios::end);
    const std::streamoff size = in.tellg();
    if (size < 0) throw refused("cannot be read");
    std::string out(static_cast<std::size_t>(size), '\0');
    in.seekg(0);
    in.read(out.data(), size);
    if (!in) throw refused("cannot be read");
    return out;
}

}  // namespace

std::string reduced_bytes(const modal::Reduction& reduction, const std::string& subject) {
    ArchiveWriter archive;
    archive(reduction.report);
    write_system(archive, *reduction.system, subject);
    return seal(reduced_format, archive.bytes());
}

void write_reduced(const fs::path& file, const modal::Reduction& reduction, const std::string& subject) {
    replace_file(file, reduced_bytes(reduction, subject));
}

modal::Reduction read_reduced(const fs::path& file, const std::string& subject) {
    return reduced_in(whole_file(file, refusal(file, subject)), file, subject);
}

modal::Reduction reduced_in(std::string bytes, const fs::path& file, const std::string& subject) {
    const Refused refused = refusal(file, subject);
    Unsealed opened = unseal(reduced_format, std::move(bytes), refused);
    if (!opened.intact()) throw refused(other_checksum);
    ArchiveReader archive(refused.where, std::move(opened.content));
    modal::Reduction out;
    archive(out.report);
    out.system = read_system(archive);
    archive.end();
    archive.require(out.report.size == out.system->size(), "its report has another number of coordinates");
    return out;
}

}  // namespace jounce::record
