// The observers of a run, assembled from its options.
// SPDX-License-Identifier: BSD-3-Clause
#include "record/run/recorders.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "record/run/record_size.hpp"
#include "record/run/run_checks.hpp"
#include "record/run/run_data.hpp"
#include "system/mechanism/mechanism.hpp"
#include "system/signals/signal.hpp"

namespace jounce::record {

namespace {

/// Does a force jump at an instant, and accelerations with it?
bool forces_jump(const System& system, const RunOptions& options) {
    const auto jumps = [](const Signal& signal, int derivative) { return signal.smoothness() < derivative; };
    bool out = !options.jumps.empty();
    for (const Load& load : system.loads) out = out || jumps(*load.signal, load.derivative);
    if (!system.mechanism) return out;
    for (const PlanarForce& force : system.mechanism->forces) out = out || (force.drive && jumps(*force.drive, 0));
    for (const PlanarJoint& joint : system.mechanism->joints) out = out || (joint.drive && jumps(*joint.drive, 2));
    return out;
}

}  // namespace

void Recorders::open(const System& system, const RunOptions& options, Run::Data& data, const std::filesystem::path& folder,
                     const FileHead& head, const FilesWritten* resumed) {
    const auto open_table = [&](std::optional<CsvFile>& file, const char* name, FilePosition position,
                                std::vector<std::string> columns) {
        if (resumed != nullptr) {
            file.emplace(folder / name, position, std::move(columns));
        } else {
            file.emplace(folder / name, head, std::move(columns));
        }
    };
    const double steps = options.duration / options.step;
    std::vector<Probe> probes = resolve_probes(system, options);
    if (!folder.empty() && !probes.empty())
        open_table(series_file, "series.csv", resumed ? resumed->series : FilePosition{}, series_columns(probes));
    if (!folder.empty() && options.energy_on)
        open_table(energy_file, "energy.csv", resumed ? resumed->energy : FilePosition{}, headers(energy_outputs()));
    observers.push_back(&impacts);
    if (!system.frictions.empty()) observers.push_back(&frictions);
    if (!system.contacts.empty() || !system.frictions.empty()) observers.push_back(&data.dissipation);
    if (options.energy_on) {
        energy_every = options.energy_every;
        if (energy_every == 0) energy_every = static_cast<int>(std::clamp(std::round(steps / 1000), 1.0, 2e9));
        account.emplace();
        observers.push_back(&*account);
        energy.emplace(*account, Cadence(energy_every, 0), energy_file ? &*energy_file : nullptr);
        recording.add(&*energy);
    }
    if (!probes.empty()) {
        // Reserved for the whole run, within a limit: a row uses no memory before it is written.
        const double rows = std::min(records_expected(options) + 4, 4e6);
        if (!system.contacts.empty()) onsets.emplace(data.onsets, probes, impacts);
        if (options.method->own_steps() || options.record_every > 1) {
            data.dense = std::make_unique<DenseOutput>(MarchedBy{data.system, options.method, options.step, options.tolerance,
                                                                 options.events, options.record_every, options.jumps},
                                                       probes);
        }
        series.emplace(data.series, std::move(probes), Cadence(options.record_every, options.record_from),
                       account ? &*account : nullptr, series_file ? &*series_file : nullptr, static_cast<std::size_t>(rows),
                       options.tolerance > 0);
        if (data.dense) series->keep_states(data.dense->states());
        if (forces_jump(*data.system, options)) series->expect_jumps();
        recording.add(&*series);
        if (onsets) recording.add(&*onsets);
    }
    if (options.vtk_every && !folder.empty()) {
        frames.emplace(folder, Cadence(*options.vtk_every, options.vtk_from));
        recording.add(&*frames);
    }
    observers.push_back(&recording);
}

void Recorders::load(ArchiveReader& archive, const System& system, Run::Data& data, const State& like) {
    impacts.load(archive, system);
    frictions.load(archive, system);
    data.dissipation.load(archive, system);
    recording.load(archive);
    if (account) account->load(archive, system);
    if (energy) energy->load(archive);
    if (series) series->load(archive, system, like);
    if (onsets) onsets->load(archive, system);
    if (frames) frames->load(archive, system);
}

void Recorders::save(ArchiveWriter& archive, const Run::Data& data) const {
    impacts.save(archive);
    data.dissipation.save(archive);
    recording.save(archive);
    if (account) account->save(archive);
    if (energy) energy->save(archive);
    if (series) series->save(archive);
    if (onsets) onsets->save(archive);
    if (frames) frames->save(archive);
}

void Recorders::flush() {
    if (series_file) series_file->flush();
    if (energy_file) energy_file->flush();
}

}  // namespace jounce::record
