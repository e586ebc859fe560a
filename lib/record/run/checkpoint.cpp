// The files of a checkpoint: checkpoint.bin, replaced as a whole, checkpoint.series and checkpoint.events, which only grow.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <istream>
#include <iterator>

#include "base/files/input_file.hpp"
#include "base/files/sealed_bytes.hpp"
#include "base/messages/error.hpp"
#include "base/messages/text.hpp"
#include "base/messages/version.hpp"
#include "record/files/csv.hpp"
#include "record/series/onsets.hpp"
#include "record/series/series_recorder.hpp"
#include "system/assembly/digest.hpp"
#include "system/state/state_archive.hpp"
#include "time/account/archive.hpp"
#include "time/account/friction_log.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
// The key of checkpoint.bin is the model's digest, so that a checkpoint of one model is not valid for another.
constexpr FileFormat checkpoint_format{"a checkpoint", "jounce checkpoint ", "11"};

void add_signal(Hash& hash, const Signal& signal, const RunOptions& options) {
    constexpr int instants = 256;
    for (int i = 0; i <= instants; ++i) {
        try {
            hash.number(signal.value(begin_time(options) + options.duration * i / instants));
        } catch (const Error& error) {  // the run reports it if it reaches this instant
            if (error.failure() == Failure::interrupted) throw;
            hash.text(error.message());
        }
    }
}

/// The initial state of a run, and its digest.
std::string described(const Beginning& beginning) {
    if (!beginning.state) return "the model's initial values";
    Hash hash;
    ArchiveWriter bytes;
    bytes(beginning.state->state);
    hash.text(beginning.state->system->digest).text(bytes.bytes());
    return "the " + beginning.state->description + " (digest " + hash.hexadecimal() + ")";
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
        if (!both || was.options[i].first != is.options[i].first) throw refused(file, "contains the options of another program");
        throw OtherOptions(refused(file, "'" + is.options[i].first + "' of the run of " + owner_words(is.owner) + " was " +
                                             was.options[i].second + " when it was written and is " + is.options[i].second));
    }
}

std::string bytes_of(const fs::path& file) {
    InputFile in(file);
    std::string out(std::istreambuf_iterator<char>(in), {});
    if (!in && !in.eof()) throw refused(file, "cannot be read");
    return out;
}

constexpr std::size_t rows_piece = std::size_t{1} << 20U;  // bytes of rows in memory at a time

/// The next bytes; fewer at the end of the file.
std::string next_bytes(std::istream& in, std::size_t bytes, const fs::path& file) {
    std::string out(bytes, '\0');
    in.read(out.data(), static_cast<std::streamsize>(bytes));
    out.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    if (!in && !in.eof()) throw refused(file, "cannot be read");
    return out;
}

/// Checksum of the first bytes of a file, or of the whole file if it is shorter.
Checksum checksum_of_file(const fs::path& file, std::int64_t bytes) {
    Checksum out;
    InputFile in(file);
    for (auto left = static_cast<std::size_t>(bytes); left > 0;) {
        const std::string content = next_bytes(in, std::min(left, rows_piece), file);
        if (content.empty()) break;
        out.add(content);
        left -= content.size();
    }
    return out;
}
}  // namespace

template <class Archive>
void transfer(Archive& archive, Either<RunIdentity> auto& identity) {
    archive(identity.owner.case_file, identity.owner.model, identity.digest, identity.options);
}

std::string result_digest(const System& system, const RunOptions& options) {
    Hash hash;
    hash.text(version).text(system.digest).text(options.method->describe()).number(options.step).number(options.duration);
    hash.number(options.tolerance).text(options.events == time::Events::locate ? "locate" : "stepwise");
    if (options.initial.state) {
        const time::InitialState& initial = *options.initial.state;
        hash.text(initial.description).text(initial.system->digest).number(initial.state.time);
        hash.vector(initial.state.q).vector(initial.state.v);
    }
    return hash.hexadecimal();
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
    replace_file(file, seal(checkpoint_format, head.bytes() + content, identity.digest), true);
}

std::optional<ArchiveReader> read_checkpoint(const fs::path& file, const RunIdentity& identity) {
    std::error_code failed;
    if (!fs::exists(file, failed) && !failed) return std::nullopt;
    const Unsealed opened =
        unseal(checkpoint_format, bytes_of(file), [&file](const std::string& why) { return refused(file, why); });
    ArchiveReader reader("run: --resume: " + file.string(), opened.content);
    RunIdentity was;
    try {
        reader(was);
    } catch (const Error&) {
        throw refused(file, other_checksum);
    }
    if (!opened.intact(was.digest)) throw refused(file, other_checksum);
    require_same(file, was, identity);
    return reader;
}

void remove_checkpoint(const fs::path& folder) {
    std::error_code ignored;
    fs::remove(folder / "checkpoint.bin", ignored);
    fs::remove(folder / "checkpoint.series", ignored);
    fs::remove(folder / "checkpoint.events", ignored);
}

void forget_checkpoints(const Session& session) {
    if (!session.finished) return;
    for (const std::string& folder : *session.finished) remove_checkpoint(folder);
    session.finished->clear();
}

GrowingFile::GrowingFile(fs::path path) : path_(std::move(path)) {
    file_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, 0666);
    if (file_ < 0) throw computation_failed(path_.string() + ": cannot be written: " + std::strerror(errno));
}

GrowingFile::GrowingFile(fs::path path, std::int64_t bytes, std::uint64_t checksum)
    : path_(std::move(path)), bytes_(bytes), checksum_(checksum_of_file(path_, bytes)) {
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
    checksum_.add(content);
    bytes_ += static_cast<std::int64_t>(content.size());
}

void GrowingFile::sync() const { sync_file(file_, path_); }

namespace {
constexpr std::size_t between_rests = 64;  // pieces

std::size_t rows_at_once(const SeriesRecorder& series) { return std::max<std::size_t>(rows_piece / series.row_bytes(1), 1); }
}  // namespace

void append_rows(GrowingFile& file, const SeriesRecorder& series, FilesWritten& written) {
    auto row = static_cast<std::size_t>(written.records);
    for (std::size_t pieces = 1; row < series.rows(); ++pieces) {
        const std::size_t end = std::min(row + rows_at_once(series), series.rows());
        ArchiveWriter content;
        series.save_rows(content, row, end);
        file.append(content.bytes());
        row = end;
        if (pieces % between_rests == 0) series.rest();
    }
    series.rest();
    file.sync();
    written.records = static_cast<std::int64_t>(row);
    written.record_bytes = file.bytes();
    written.record_checksum = file.checksum();
}

void load_rows(const fs::path& file, SeriesRecorder& series, const FilesWritten& written) {
    InputFile in(file);
    const std::string name = "run: --resume: " + file.string();
    std::int64_t left = written.record_bytes;
    for (auto rows = static_cast<std::size_t>(written.records); rows > 0;) {
        const std::size_t count = std::min(rows, series.rows() == 0 ? 1 : rows_at_once(series));
        const std::size_t bytes = count * series.row_bytes(series.rows());
        ArchiveReader content(name, next_bytes(in, bytes, file));
        series.load_rows(content, count);
        content.end();
        rows -= count;
        left -= static_cast<std::int64_t>(bytes);
    }
    ArchiveReader(name, {}).require(left == 0, "the rows of the series do not match its checkpoint");
}

// checkpoint.events is a list of pieces: the length of the rest of the piece in bytes, the numbers of its impacts, onsets and
// friction events, and these rows.
namespace {
constexpr std::uint64_t piece_rows = 4096;
using Rows = std::array<std::uint64_t, 3>;  ///< impacts, onsets, friction events

Rows rows_of(const FilesWritten& written) {
    return {static_cast<std::uint64_t>(written.impacts), static_cast<std::uint64_t>(written.onsets),
            static_cast<std::uint64_t>(written.friction_events)};
}
}  // namespace

void append_events(GrowingFile& file, const EventRecorders& recorders, FilesWritten& written) {
    Rows from = rows_of(written);
    const Rows end = {recorders.impacts.impacts().size(), recorders.onsets != nullptr ? recorders.onsets->rows() : 0,
                      recorders.frictions.events().size()};
    while (from != end) {
        Rows to;
        for (std::size_t i = 0; i < to.size(); ++i) to[i] = std::min(from[i] + piece_rows, end[i]);
        ArchiveWriter rows;
        for (std::size_t i = 0; i < to.size(); ++i) rows(to[i] - from[i]);
        recorders.impacts.save_rows(rows, from[0], to[0]);
        if (recorders.onsets != nullptr) recorders.onsets->save_rows(rows, from[1], to[1]);
        recorders.frictions.save_rows(rows, from[2], to[2]);
        ArchiveWriter length;
        length(static_cast<std::uint64_t>(rows.bytes().size()));
        file.append(length.bytes() + rows.bytes());
        from = to;
    }
    file.sync();
    recorders.impacts.saved_rows(end[0]);
    written.impacts = static_cast<std::int64_t>(end[0]);
    written.onsets = static_cast<std::int64_t>(end[1]);
    written.friction_events = static_cast<std::int64_t>(end[2]);
    written.event_bytes = file.bytes();
    written.event_checksum = file.checksum();
}

void load_events(const fs::path& file, const EventRecorders& recorders, const FilesWritten& written) {
    InputFile in(file);
    const std::string name = "run: --resume: " + file.string();
    const ArchiveReader whole(name, {});
    constexpr const char* others = "the number of events differs from that in its checkpoint";
    Rows left = rows_of(written);
    auto bytes_left = static_cast<std::uint64_t>(written.event_bytes);
    while (left != Rows{}) {
        std::uint64_t bytes = 0;
        ArchiveReader length(name, next_bytes(in, sizeof bytes, file));
        whole.require(length.left() == sizeof bytes, others);
        length(bytes);
        whole.require(bytes_left >= sizeof bytes && bytes <= bytes_left - sizeof bytes, others);
        bytes_left -= sizeof bytes + bytes;
        ArchiveReader rows(name, next_bytes(in, bytes, file));
        Rows here;
        for (std::uint64_t& count : here) rows(count);
        for (std::size_t i = 0; i < here.size(); ++i) {
            rows.require(here[i] <= std::min(left[i], piece_rows), others);
            left[i] -= here[i];
        }
        rows.require(here != Rows{} && (here[1] == 0 || recorders.onsets != nullptr), others);
        recorders.impacts.load_rows(rows, here[0]);
        if (recorders.onsets != nullptr) recorders.onsets->load_rows(rows, here[1]);
        recorders.frictions.load_rows(rows, here[2]);
        rows.end();
    }
    whole.require(bytes_left == 0, others);
}

}  // namespace jounce::record
