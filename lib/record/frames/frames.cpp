// Frames for ParaView: frames.pvd over frames/*.vtu during a run, and mode shapes in the same form.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/frames/frames.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "base/messages/error.hpp"
#include "record/files/csv.hpp"
#include "record/files/folder.hpp"

namespace jounce::record {

namespace fs = std::filesystem;

namespace {
void make_folder(const fs::path& folder) {
    std::error_code failed;
    fs::create_directories(folder, failed);
    if (failed) throw computation_failed(folder.string() + ": cannot be created: " + failed.message());
}

/// Diagonal of the bounding box of all nodes and surfaces; 1 for a single point.
double extent(const System& system, const Picture& beams) {
    Eigen::Array3d low = Eigen::Array3d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Array3d high = -low;
    const auto see = [&](const double* p) {
        const Eigen::Map<const Eigen::Array3d> point(p);
        low = low.min(point);
        high = high.max(point);
    };
    for (const SystemNode& node : system.nodes) see(node.position.data());
    for (std::size_t i = 0; i < beams.size(); ++i) see(beams.points.data() + 3 * i);
    const double size = system.nodes.empty() ? 0.0 : (high - low).matrix().norm();
    return size > 0 ? size : 1.0;
}

/// Diagonal of the bounding box of all points; 1 for a single one.
double diagonal(const std::vector<const Picture*>& pictures) {
    Eigen::Array3d low = Eigen::Array3d::Constant(std::numeric_limits<double>::infinity());
    Eigen::Array3d high = -low;
    for (const Picture* picture : pictures) {
        for (std::size_t i = 0; i < picture->size(); ++i) {
            const Eigen::Map<const Eigen::Array3d> point(picture->points.data() + 3 * i);
            low = low.min(point);
            high = high.max(point);
        }
    }
    const double size = (high - low).matrix().norm();
    return size > 0 && std::isfinite(size) ? size : 1.0;
}

double largest_displacement(const Picture& picture) {
    double best = 0;
    if (picture.arrays.empty()) return best;
    const std::vector<double>& u = picture.arrays[0].values;
    for (std::size_t i = 0; i + 2 < u.size(); i += 3) best = std::max(best, std::hypot(u[i], u[i + 1], u[i + 2]));
    return best;
}

/// Only the displacement, scaled.
Picture shape_picture(Picture picture, double scale, double frequency) {
    picture.arrays.resize(1);
    for (double& u : picture.arrays[0].values) u *= scale;
    picture.constants.emplace_back("frequency", frequency);
    return picture;
}
}  // namespace

void FrameRecorder::bind(const System& system) {
    system_ = &system;
    make_folder(folder_ / "frames");
    beams_.emplace(system);
    gaps_.emplace(system);
    nodes_.emplace(system);
    shells_.emplace(system);
    bodies_.emplace(system, BodySurface::Drawn::bodies);
    stops_.emplace(system);
    guides_.emplace(system, BodySurface::Drawn::guides);
    beam_picture_ = beams_->rest();
    gap_picture_ = gaps_->rest();
    node_picture_ = nodes_->rest();
    shell_picture_ = shells_->rest();
    body_picture_ = bodies_->rest();
    stop_picture_ = stops_->rest();
    guide_picture_ = guides_->rest();
}

void FrameRecorder::save(ArchiveWriter& archive) const {
    collection_->sync();
    archive(cadence_, frames_, last_time_, ranges_, collection_->end());
}

void FrameRecorder::load(ArchiveReader& archive, const System& system) {
    bind(system);
    std::int64_t end = 0;
    archive(cadence_, frames_, last_time_, ranges_, end);
    // The names become part of view.py.
    const auto is_name = [](const std::string& text) {
        return std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_' || c == ' '; });
    };
    archive.require(frames_ >= 0 && end >= 0 &&
                        std::ranges::all_of(ranges_,
                                            [&](const FrameRange& range) {
                                                return is_name(range.part) && is_name(range.array) && range.frame >= 0 &&
                                                       range.frame <= frames_;
                                            }),
                    "the frames are incomplete");
    collection_.emplace(folder_ / "frames.pvd", end);
}

void FrameRecorder::begin(const System& system, const State& state) {
    bind(system);
    if (share_.rank == 0) collection_.emplace(folder_ / "frames.pvd");
    if (cadence_.due(state.time)) write(state);
}

void FrameRecorder::accepted(const time::AcceptedStep& step) {
    if (step.grid && cadence_.due(step.after.time)) write(step.after);
}

void FrameRecorder::end(const State& state) {
    if (collection_ && !stopped_ && (frames_ == 0 || state.time > last_time_)) write(state);
    collection_.reset();
}

void FrameRecorder::write(const State& state) {
    stopped_ = true;  // until this frame is written
    const FullMotion motion = full_motion(*system_, state);
    beams_->show(state, motion, beam_picture_);
    gaps_->show(state, motion, gap_picture_);
    nodes_->show(motion, node_picture_);
    shells_->show(motion, shell_picture_);
    bodies_->show(state, motion, body_picture_);
    stops_->show(state, motion, stop_picture_);
    guides_->show(state, motion, guide_picture_);
    write_part(0, "frame", "beams", beam_picture_, state.time);
    write_part(1, "gaps", "gaps", gap_picture_, state.time);
    write_part(2, "nodes", "nodes", node_picture_, state.time);
    write_part(3, "shells", "shells", shell_picture_, state.time);
    write_part(4, "bodies", "bodies", body_picture_, state.time);
    write_part(5, "stops", "stops", stop_picture_, state.time);
    write_part(6, "guides", "guides", guide_picture_, state.time);
    last_time_ = state.time;
    ++frames_;
    stopped_ = false;
}

void FrameRecorder::write_part(int part, const char* stem, const char* name, const Picture& picture, double time) {
    if (picture.size() == 0) return;
    const std::string file = write_picture(folder_, fmt::format("frames/{}_{:06}", stem, frames_), picture, share_);
    if (collection_) collection_->add(time, part, name, file);
    measure(name, picture);
}

/// Extends the ranges by the values of a frame; for vectors by their length.
void FrameRecorder::measure(const char* name, const Picture& picture) {
    for (const PointArray& array : picture.arrays) {
        auto range = std::ranges::find_if(ranges_, [&](const FrameRange& r) { return r.part == name && r.array == array.name; });
        if (range == ranges_.end())
            range = ranges_.insert(range, FrameRange{name, array.name, std::numeric_limits<double>::infinity(),
                                                     -std::numeric_limits<double>::infinity(), 0});
        const auto n = static_cast<std::size_t>(array.components);
        for (std::size_t i = 0; i + n <= array.values.size(); i += n) {
            const double* v = &array.values[i];
            const double value = n == 3 ? std::hypot(v[0], v[1], v[2]) : v[0];
            range->low = std::min(range->low, value);
            if (value > range->high) {
                range->high = value;
                range->frame = frames_;
            }
        }
    }
}

FrameView FrameRecorder::view() const {
    FrameView out;
    if (system_ == nullptr) return out;  // the run ended before its first state
    out.frames = frames_;
    out.mechanism = !body_picture_.points.empty();
    out.size = out.mechanism ? diagonal({&body_picture_, &beam_picture_, &shell_picture_}) : extent(*system_, beam_picture_);
    out.ranges = ranges_;
    return out;
}

namespace {
void write_modes_table(const System& system, const modal::Modes& modes, const fs::path& file) {
    write_whole_csv(file, {"", system.name, system.digest}, {"mode", "frequency [Hz]", "kind", "residual"}, [&](CsvFile& out) {
        for (std::size_t i = 0; i < modes.modes.size(); ++i) {
            out.integer(static_cast<std::int64_t>(i + 1));
            out.number(modes.modes[i].frequency);
            out.text(modes.modes[i].kind);
            out.number(modes.modes[i].residual);
            out.end_row();
        }
    });
}
}  // namespace

void write_modes(const System& system, const modal::Modes& modes, const fs::path& folder, const Share& share) {
    make_folder(folder / "modes");
    const BeamSurface beams(system);
    const NodeMarkers nodes(system);
    const ShellSurface shells(system);
    const double size = extent(system, beams.rest());
    std::optional<PvdFile> collection;
    if (share.rank == 0) {
        write_modes_table(system, modes, folder / "modes.csv");
        collection.emplace(folder / "modes.pvd");
    }
    for (std::size_t i = 0; i < modes.modes.size(); ++i) {
        const modal::Mode& mode = modes.modes[i];
        const linalg::Vector full = full_shape(system, mode.shape);
        Picture surface = beams.rest();
        Picture points = nodes.rest();
        Picture walls = shells.rest();
        beams.show_shape(full, surface);
        nodes.show_shape(full, points);
        shells.show_shape(full, walls);
        const double largest =
            std::max({largest_displacement(surface), largest_displacement(points), largest_displacement(walls)});
        const double scale = largest > 0 ? 0.1 * size / largest : 0.0;
        const auto number = static_cast<double>(i + 1);
        for (auto& [part, stem, picture] :
             {std::tuple{0, "mode", &surface}, std::tuple{2, "nodes", &points}, std::tuple{3, "shells", &walls}}) {
            if (picture->size() == 0) continue;
            const std::string file = write_picture(folder, fmt::format("modes/{}_{:03}", stem, i + 1),
                                                   shape_picture(std::move(*picture), scale, mode.frequency), share);
            if (collection) collection->add(number, part, part == 0 ? "beams" : stem, file);
        }
    }
}

}  // namespace jounce::record
