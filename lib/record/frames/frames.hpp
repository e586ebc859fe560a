// Frames for ParaView: frames.pvd over frames/*.vtu during a run, and mode shapes in the same form.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <optional>

#include "modal/modes.hpp"
#include "record/frames/beam_surface.hpp"
#include "record/frames/body_surface.hpp"
#include "record/frames/markers.hpp"
#include "record/frames/picture_files.hpp"
#include "record/frames/pvd.hpp"
#include "record/frames/shell_surface.hpp"
#include "record/frames/stop_surface.hpp"
#include "record/frames/view_script.hpp"
#include "record/series/cadence.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// Writes a frame at the states of its cadence and at the last one. A frame has up to seven parts, each a .vtu file: 0 the
/// surfaces of the beams (frame_*), 1 the gaps (gaps_*), 2 the nodes outside beams, shells and bodies (nodes_*), 3 the shells
/// (shells_*), 4 bodies and joints (bodies_*), 5 the stops of gaps (stops_*), 6 guides, bearings and slots of mechanisms
/// (guides_*); parts without points are left out.
class FrameRecorder : public time::Observer {
  public:
    /// \param share of this process, if several have the same states: rank 0 writes frames.pvd, each its pieces of large parts
    FrameRecorder(std::filesystem::path folder, Cadence cadence, Share share = {})
        : folder_(std::move(folder)), cadence_(cadence), share_(share) {}
    /// \throws Error (computation) when the folder cannot be written
    void begin(const System& system, const State& state) override;
    void accepted(const time::AcceptedStep& step) override;
    void end(const State& state) override;
    /// For a checkpoint; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system);
    [[nodiscard]] std::int64_t frames() const { return frames_; }
    /// Data on all frames so far, for view.py.
    [[nodiscard]] FrameView view() const;

  private:
    void bind(const System& system);
    void write(const State& state);
    void write_part(int part, const char* stem, const char* name, const Picture& picture, double time);
    void measure(const char* name, const Picture& picture);

    std::filesystem::path folder_;
    Cadence cadence_;
    Share share_;
    const System* system_ = nullptr;
    std::optional<BeamSurface> beams_;
    std::optional<GapMarkers> gaps_;
    std::optional<NodeMarkers> nodes_;
    std::optional<ShellSurface> shells_;
    std::optional<BodySurface> bodies_;
    std::optional<StopSurface> stops_;
    std::optional<BodySurface> guides_;
    Picture beam_picture_, gap_picture_, node_picture_, shell_picture_, body_picture_, stop_picture_, guide_picture_;
    std::vector<FrameRange> ranges_;
    std::optional<PvdFile> collection_;
    std::int64_t frames_ = 0;
    double last_time_ = 0;
    bool stopped_ = false;
};

/// modes.pvd over modes/mode_001.vtu, ...: the "time" of the collection is the mode's number. The largest displacement is a tenth
/// of the model's size, so that a warp by 1 shows the shape; `frequency` [Hz] is a constant of each file. modes.csv has numbers,
/// frequencies, kinds and residuals as a table.
/// \param share of this process, if several have the same modes: rank 0 writes modes.pvd and modes.csv, each its pieces
/// \throws Error (computation) when a file cannot be written
void write_modes(const System& system, const modal::Modes& modes, const std::filesystem::path& folder, const Share& share = {});

}  // namespace jounce::record
