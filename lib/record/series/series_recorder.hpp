// Probes over time: kept in memory for later evaluation, streamed to series.csv.
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/files/archive.hpp"
#include "record/files/csv.hpp"
#include "record/series/cadence.hpp"
#include "record/series/series.hpp"
#include "record/series/state_log.hpp"
#include "system/probes/probe.hpp"
#include "time/account/energy.hpp"
#include "time/stepper/observer.hpp"

namespace jounce::record {

/// Evaluates the probes at the states of its cadence and, for dense output, at events between them.
class SeriesRecorder : public time::Observer {
  public:
    /// \param account for energy probes; may be null when there are none
    /// \param file records are also written to it; may be null
    /// \param rows_expected memory reserved at `begin`, so that recording allocates nothing
    /// \param refines do steps adapt to a tolerance? All steps between two records are then part of the dense output
    SeriesRecorder(Series& series, std::vector<Probe> probes, Cadence cadence, const time::EnergyAccount* account, CsvFile* file,
                   std::size_t rows_expected, bool refines);
    /// Also keeps the states at records. \param states must outlive the recorder
    void keep_states(StateLog& states) { states_ = &states; }
    /// Also keeps both sides of instants at which loads jump; those of contacts and frictions are kept always.
    void expect_jumps() { several_ = true; }
    /// Rows beyond `memory` bytes are kept in the file.
    void spill_to(std::shared_ptr<SpillFile> file, std::size_t memory) {
        spill_ = std::move(file);
        memory_ = memory;
    }
    void begin(const System& system, const State& state) override;
    /// \throws Error (computation) naming the probe and the time when a value is not finite
    void accepted(const time::AcceptedStep& step) override;
    void switched(const time::SwitchedState& event) override;
    void end(const State& state) override;
    /// For a checkpoint, without the rows; `load` replaces `begin`.
    void save(ArchiveWriter& archive) const;
    void load(ArchiveReader& archive, const System& system, const State& like);
    /// Saves the rows [first, end) to a file that only grows; loads `count` of them after the existing ones.
    void save_rows(ArchiveWriter& archive, std::size_t first, std::size_t end) const;
    void load_rows(ArchiveReader& archive, std::size_t count);
    [[nodiscard]] std::size_t rows() const { return series_.times.size(); }
    /// The size of row number `row` in such a file.
    [[nodiscard]] std::size_t row_bytes(std::size_t row) const;
    /// Releases rows in a file from memory until they are read again.
    void rest() const { series_.rest(); }

  private:
    /// Values, then rates, of all probes; energies have no rates.
    using Row = std::vector<double>;

    /// What happened in the steps since the last row, kept or waiting.
    struct Since {
        double time = 0;  ///< of that row [s]
        int steps = 0;
        bool touched = false;           ///< a side was in contact at one of them
        bool jumped = false;            ///< an unlocated event lies in one of them
        Row lowest = {}, highest = {};  ///< of the dense output, per probe

        void join(const Since& earlier);

        template <class Archive>
        friend void transfer(Archive& archive, Either<Since> auto& since) {
            archive(since.time, since.steps, since.touched, since.jumped, since.lowest, since.highest);
        }
    };

    /// A row that is kept when an event lies between the last record and the next one.
    struct Waiting {
        Since before;
        double time = 0;
        Row row = {};

        template <class Archive>
        friend void transfer(Archive& archive, Either<Waiting> auto& waiting) {
            archive(waiting.before, waiting.time, waiting.row);
        }
    };

    void bind(const System& system);
    template <class Archive, class Self>
    static void transfer_status(Archive& archive, Self& self);
    void record(const State& state);
    void watch(const time::AcceptedStep& step, bool recorded);
    void wait(const State& state);
    void forget_jerks(Row& row) const;
    void begin_anew(double time, const Row& row);
    void add(const Since& before, double time, const Row& row, bool between);
    void evaluate_all(const State& state, Row& row);
    void evaluate_energies(const State& state, Row& row) const;
    void evaluate_complete(const State& state);

    Series& series_;
    std::vector<Probe> probes_;
    std::vector<int> energy_index_;  // per probe: index of its energy term, or -1
    std::vector<char> has_rate_;
    Cadence cadence_;
    const time::EnergyAccount* account_;
    CsvFile* file_;
    StateLog* states_ = nullptr;
    std::shared_ptr<SpillFile> spill_;
    std::size_t memory_ = 0;  // bytes of rows kept in memory before a file is used
    std::size_t rows_expected_;
    std::optional<std::size_t> first_energy_;  // index of a probe
    bool refines_;
    bool several_;        // records may be several steps, or an event, apart
    bool began_ = false;  // there is a record
    Since since_;
    std::vector<Waiting> waiting_;
    std::size_t waits_ = 0;  // waiting rows since the last record
    int plain_ = 0;          // of those, steps without an event
    bool switched_ = false;  // an event came after the last record
    bool needs_jerk_ = false;
    linalg::Vector jerk_;
    Row before_, after_;    // at the ends of a step, without energies
    bool known_ = false;    // `after_` is of the last accepted state
    bool stopped_ = false;  // a value was not finite, or the disk is full
    const System* system_ = nullptr;
    Row row_;
};

/// "time [s]", "top.ux [m]", ...
[[nodiscard]] std::vector<std::string> series_columns(const std::vector<Probe>& probes);

}  // namespace jounce::record
