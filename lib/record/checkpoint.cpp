// The files of a checkpoint: checkpoint.bin, replaced as a whole, and checkpoint.series, which only grows.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/version.hpp"
#include "record/csv.hpp"
#include "system/assembly/digest.hpp"
#include "system/state/state_archive.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
// checkpoint.bin is this line, the length of the body (8 bytes), the body, and the checksum of all that and the
// model's digest (8 bytes).
constexpr std::string_view format_name = "jounce checkpoint ";
constexpr std::string_view format_version = "8";
constexpr std::size_t number_size = sizeof(std::uint64_t);

std::string first_line() { return std::string(format_name) + std::string(format_version) + "\n"; }

void add_signal(Hash& hash, const Signal& signal, const RunOptions& options) {
    constexpr int instants = 256;
    for (int i = 0; i <= instants; ++i) {
        try {
            hash.number(signal.value(begin_time(options) + options.duration * i / instants));
        } catch (const Error& error) {  // the run will tell, should it come to that instant
            hash.text(error.message());
        }
    }
}

/// What a run begins with, and a digest of it.
std::string described(const Beginning& beginning) {
    if (!beginning.state) return "the model's initial values";
    Hash hash;
    ArchiveWriter bytes;
    bytes(beginning.state->state);
    hash.text(beginning.state->system->digest).text(bytes.bytes());
    return "the " + beginning.state->description + " (digest " + hash.hexadecimal() + ")";
}

/// \param digest of the model, so that the content of one model's checkpoint is none of another's
std::uint64_t checksum_of(std::string_view bytes, const std::string& digest) {
    Checksum sum;
    sum.add(bytes);
    sum.add(digest);
    return sum.value();
}

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
    std::uint64_t out = 0;
    std::memcpy(&out, bytes.data() + at, number_size);
    return out;
}

Error refused(const fs::path& file, const std::string& why) {
    return bad_case("run: --resume: " + file.string() + ": " + why + "; run without --resume to begin anew");
}

void require_same(const fs::path& file, const RunIdentity& was, const RunIdentity& is) {
    if (was.owner != is.owner) throw refused(file, "belongs to " + owner_words(was.owner) + ", not to " + owner_words(is.owner));
    if (was.digest != is.digest) throw refused(file, owner_words(is.owner) + " has changed since it was written");
    for (std::size_t i = 0; i < std::max(was.options.size(), is.options.size()); ++i) {
        const bool both = i < was.options.size() && i < is.options.size();
        if (both && was.options[i] == is.options[i]) continue;
        if (!both || was.options[i].first != is.options[i].first) throw refused(file, "holds the options of another program");
        throw OtherOptions(refused(file, "'" + is.options[i].first + "' of the run of " + owner_words(is.owner) + " was " +
                                             was.options[i].second + " when it was written and is " + is.options[i].second));
    }
}

std::string bytes_of(const fs::path& file, std::int64_t most) {
    std::string out;
    std::ifstream in(file, std::ios::binary);
    if (most < 0) {
        out.assign(std::istreambuf_iterator<char>(in), {});
    } else {
        out.resize(static_cast<std::size_t>(most));
        in.read(out.data(), most);
        out.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    }
    if (!in && !in.eof()) throw refused(file, "cannot be read");
    return out;
}
}  // namespace

template <class Archive>
void transfer(Archive& archive, Either<RunIdentity> auto& identity) {
    archive(identity.owner.case_file, identity.owner.model, identity.digest, identity.options);
}

RunIdentity run_identity(const System& system, const RunOptions& options, const FolderOwner& owner) {
    Hash hash;
    hash.text(system.digest);
    for (const Load& load : system.loads) add_signal(hash, *load.signal, options);
    for (const PrescribedMotion& motion : system.recovery.prescribed) add_signal(hash, *motion.signal, options);
    RunIdentity out{owner, hash.hexadecimal(), {}};
    const auto add = [&](const char* name, const std::string& value) { out.options.emplace_back(name, value); };
    add("version", std::string(version));
    add("method", options.method->describe());
    add("step", shortest(options.step));
    add("duration", shortest(options.duration));
    add("tolerance", shortest(options.tolerance));
    if (const time::InitialState* initial = options.initial.state.get()) {
        Hash begin;
        begin.text(initial->description).text(initial->system->digest).number(initial->state.time);
        begin.vector(initial->state.q).vector(initial->state.v);
        add("initial", begin.hexadecimal());
    } else {
        add("initial", "none");
    }
    add("tolerance", options.tolerance > 0 ? shortest(options.tolerance) : "none");
    add("initial", described(options.initial));
    add("events", options.events == time::Events::locate ? "locate" : "stepwise");
    add("record.every", std::to_string(options.record_every));
    add("record.from", shortest(options.record_from));
    add("record.probes", "{ " + join(options.probes) + " }");
    add("vtk.every", options.vtk_every ? std::to_string(*options.vtk_every) : "none");
    add("vtk.from", shortest(options.vtk_from));
    add("energy", options.energy_on ? "on" : "false");
    add("energy.every", options.energy_every > 0 ? std::to_string(options.energy_every) : "automatic");
    return out;
}

void write_checkpoint(const fs::path& file, const RunIdentity& identity, const std::string& content) {
    ArchiveWriter head;
    head(identity);
    std::string bytes = first_line();
    const auto number = [&bytes](std::uint64_t value) { bytes.append(reinterpret_cast<const char*>(&value), number_size); };
    number(head.bytes().size() + content.size());
    bytes += head.bytes();
    bytes += content;
    number(checksum_of(bytes, identity.digest));
    replace_file(file, bytes, true);
}

std::optional<ArchiveReader> read_checkpoint(const fs::path& file, const RunIdentity& identity) {
    std::error_code failed;
    if (!fs::exists(file, failed) && !failed) return std::nullopt;
    std::string bytes = bytes_of(file, -1);
    const std::string line = bytes.substr(0, bytes.find('\n'));
    if (!line.starts_with(format_name)) throw refused(file, "is no checkpoint");
    if (const std::string found = line.substr(format_name.size()); found != format_version)
        throw refused(file, "has format " + found + ", this program reads format " + std::string(format_version));
    const std::size_t begin = first_line().size() + number_size;
    if (bytes.size() < begin) throw refused(file, "is cut short");
    const std::uint64_t length = number_at(bytes, begin - number_size);
    if (length > bytes.size() || bytes.size() < begin + length + number_size) throw refused(file, "is cut short");
    ArchiveReader reader("run: --resume: " + file.string(), bytes.substr(begin, length));
    RunIdentity was;
    try {
        reader(was);
    } catch (const Error&) {
        throw refused(file, "is damaged: its checksum differs");
    }
    if (bytes.size() != begin + length + number_size ||
        checksum_of(std::string_view(bytes).substr(0, begin + length), was.digest) != number_at(bytes, begin + length))
        throw refused(file, "is damaged: its checksum differs");
    require_same(file, was, identity);
    return reader;
}

void remove_checkpoint(const fs::path& folder) {
    std::error_code ignored;
    fs::remove(folder / "checkpoint.bin", ignored);
    fs::remove(folder / "checkpoint.series", ignored);
}

void forget_checkpoints(const Session& session) {
    if (!session.finished) return;
    for (const std::string& folder : *session.finished) remove_checkpoint(folder);
    session.finished->clear();
}

GrowingFile::GrowingFile(fs::path path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file_ < 0) throw computation_failed(path_.string() + ": cannot be written: " + std::strerror(errno));
}

GrowingFile::GrowingFile(fs::path path, std::int64_t bytes, std::uint64_t checksum, std::string& content)
    : path_(std::move(path)), bytes_(bytes) {
    content = bytes_of(path_, bytes);
    checksum_.add(content);
    if (checksum_.value() != checksum) throw refused(path_, "is damaged: its checksum differs");
    file_ = open_at(path_, bytes);
}

GrowingFile::~GrowingFile() {
    if (file_ >= 0) ::close(file_);
}

void GrowingFile::append(const std::string& content) {
    for (std::size_t done = 0; done < content.size();) {
        const ssize_t n = ::write(file_, content.data() + done, content.size() - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) throw computation_failed(path_.string() + ": cannot be written: " + std::strerror(n < 0 ? errno : ENOSPC));
        done += static_cast<std::size_t>(n);
    }
    sync_file(file_, path_);
    checksum_.add(content);
    bytes_ += static_cast<std::int64_t>(content.size());
}

}  // namespace jounce::record
